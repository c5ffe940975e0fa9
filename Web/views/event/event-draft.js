/**
 * @param {EventDetail} event
 * @returns {Draft} The event as its sheet shows it, by the clock of its own zone.
 */
export function draftOf(event) {
  return {
    calendar: event.calendar,
    title: event.title,
    allDay: event.allDay ? '1' : '0',
    start: event.own?.start ?? event.start,
    end: event.own?.end ?? event.end,
    zone: event.own ? (event.zone ?? '') : '',
    location: event.location,
    notes: event.notes,
    url: event.url,
    color: event.color,
    repeat: event.repeatText,
    busy: event.busy ? '1' : '0',
    private: event.private ? '1' : '0',
    status: event.status,
    categories: event.categories.join('\n'),
    reminders: event.reminders.join('\n'),
  };
}

/**
 * @param {Draft} typed @param {Draft} before
 * @returns {Partial<Draft>} What differs from how it stood.
 */
export function changesOf(typed, before) {
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => value !== before[/** @type {keyof Draft} */ (name)],
    ),
  );
}

/**
 * The change as the core is told it. The two ends belong together: whoever changes one says both;
 * and whose clock
 * they are by, which also counts the days of a rule.
 *
 * @param {Draft} typed @param {Draft} before @param {string} viewerZone
 * @returns {Partial<Draft>}
 */
export function changeToSend(typed, before, viewerZone) {
  const changes = changesOf(typed, before);
  const touches =
    ['start', 'end', 'allDay', 'zone'].some((name) => name in changes) ||
    ('repeat' in changes && typed.zone !== '');
  if (!touches) return changes;
  const isNamed =
    typed.zone !== '' || before.zone !== '' || (typed.allDay === '0' && before.allDay === '1');
  const { zone: _, ...rest } = changes;
  return {
    ...rest,
    allDay: typed.allDay,
    start: typed.start,
    end: typed.end,
    ...(isNamed && typed.allDay === '0' ? { zone: typed.zone || viewerZone } : {}),
  };
}
