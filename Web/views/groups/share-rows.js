import { changeShares } from '../../api/groups.js';
import { shareChoice, shareList } from '../../components/share-list.js';

/**
 * What the user shares with a group. Each choice is saved at once.
 *
 * @param {Group} group @param {ListedCalendar[]} calendars @param {import('./member-rows.js').Run} run
 */
export function shareRows(group, calendars, run) {
  const { id, defaultLevel } = group;
  return shareList(calendars, (label, calendar) => {
    const share = calendar?.shares?.find((each) => each.group === id);
    const shown = share?.level ?? defaultLevel;
    return shareChoice(
      label,
      shown,
      calendar,
      (level) =>
        void run(() =>
          changeShares(id, calendar ? { calendars: { [calendar.id]: level } } : { default: level }),
        ),
    );
  });
}
