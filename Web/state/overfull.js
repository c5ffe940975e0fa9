/**
 * @param {Set<string>} overfull Fellow members and groups' calendars with too many events to load.
 * @param {Group} group @param {Pick<Member, 'id'>[]} members Those of the group who count.
 * @returns {boolean} Whether their free time isn't known for sure.
 */
export const isFreeTimeUnsure = (overfull, { calendar }, members) =>
  overfull.has(calendar) || members.some(({ id }) => overfull.has(id));
