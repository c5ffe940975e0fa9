import { fetchJoinLinkPreview, joinGroup } from '../../api/groups.js';
import { HTTPError, isTemporary } from '../../api/http.js';
import { emblem } from '../../components/emblem.js';
import { shareChoice, shareList } from '../../components/share-list.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { calendarsToShow } from '../../state/group-changes.js';

/**
 * The model of the page behind a link to join. `account` is null if nobody is signed in. `signIn`
 * starts with a new account if asked, and returns to the page afterwards. `enter` opens the
 * calendar, with a notice unless the text is empty.
 *
 * @typedef {{
 *   token: string, account: Account | null, mayRegister: boolean,
 *   signIn: (kind: SignInKind) => void, enter: (said: string) => void,
 * }} JoinModel
 */

/**
 * Shows the page behind a link to join: the group, who invites, and what the user will share.
 *
 * @param {JoinModel} model
 */
export async function showJoin(model) {
  const { token, account } = model;
  const main = element('main', { class: 'join' });
  document.body.replaceChildren(main);
  document.title = t('appName');
  try {
    const [preview, calendars] = await Promise.all([
      fetchJoinLinkPreview(token),
      account ? calendarsToShow() : [],
    ]);
    const { name } = preview.group;
    document.title = `${t('joinTitle', { name })} · ${t('appName')}`;
    main.replaceChildren(
      ...headOf(preview),
      account ? joinForm(model, name, calendars) : signInFirst(model),
    );
  } catch (error) {
    main.replaceChildren(...(isTemporary(error) ? unreachable() : linkGone(model, error)));
  }
  main.querySelector('h1')?.focus();
}

/** The link may still be valid when the server can be reached again. */
const unreachable = () => [
  emblem(),
  element('h1', { text: t('appName') }),
  element('p', { class: 'lead', role: 'alert', text: t('noConnection') }),
  element('button', {
    type: 'button',
    class: 'primary wide',
    text: t('reload'),
    onclick: () => location.reload(),
  }),
];

/** @param {JoinModel} model @param {unknown} error */
const linkGone = (model, error) => [
  emblem(),
  element('h1', { text: t('joinGone') }),
  element('p', {
    class: 'lead',
    role: 'alert',
    text: isGone(error) ? t('joinGoneText') : explain(error),
  }),
  element('button', {
    type: 'button',
    class: 'primary wide',
    text: t(model.account ? 'toMyCalendar' : 'signIn'),
    onclick: () => (model.account ? model.enter('') : leave(model)),
  }),
];

/** @param {unknown} error */
const isGone = (error) => error instanceof HTTPError && error.code === 'not-found';

/** @param {JoinModel} model Signs in without returning to the link, which is gone. */
function leave({ signIn }) {
  history.replaceState(null, '', '/');
  signIn('known');
}

/** @param {JoinLinkPreview} preview */
function headOf({ group: { name, members }, invitedBy }) {
  return [
    emblem(),
    element('h1', { tabindex: -1, dir: 'auto', text: t('joinTitle', { name }) }),
    element('p', { class: 'lead', text: t('joinLead', { who: invitedBy, name }) }),
    element(
      'p',
      {},
      element('span', { class: 'join-label', text: t('joinMembers', { n: members.length }) }),
      ' ',
      new Intl.ListFormat(document.documentElement.lang).format(members),
    ),
  ];
}

/** @param {JoinModel} model */
function signInFirst({ mayRegister, signIn }) {
  /**
   * @type {[SignInKind, Message][]} A new account comes first, because most people who are invited
   *   need one.
   */
  const ways = mayRegister
    ? [
        ['new', 'newHere'],
        ['known', 'haveAccount'],
      ]
    : [['known', 'signIn']];
  const buttons = ways.map(([kind, label], place) =>
    element('button', {
      type: 'button',
      class: place === 0 ? 'primary wide' : 'quiet wide',
      text: t(label),
      onclick: () => signIn(kind),
    }),
  );
  return element(
    'div',
    { class: 'join-part' },
    element('p', { class: 'hint', text: t('joinSignInHint') }),
    ...buttons,
  );
}

/** @param {JoinModel} model @param {string} name @param {Calendar[]} calendars */
function joinForm({ token, enter }, name, calendars) {
  /** @type {Map<string, ChoiceField>} */
  const controls = new Map();
  const list = shareList(calendars, (label, calendar) => {
    const control = shareChoice(label, 'busy', calendar);
    controls.set(calendar?.id ?? 'default', control);
    return control;
  });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const join = element('button', { type: 'submit', class: 'primary wide', text: t('join') });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    join.disabled = true;
    const { default: others = 'busy', ...levels } = /** @type {Record<string, ShareLevel>} */ (
      Object.fromEntries([...controls].map(([id, { value }]) => [id, value]))
    );
    const chosen = Object.entries(levels).filter(([, level]) => level !== others);
    try {
      await joinGroup(token, { default: others, calendars: Object.fromEntries(chosen) });
      enter(t('joined', { name }));
    } catch (error) {
      problem.textContent = explain(error);
      join.disabled = false;
    }
  };
  return element(
    'form',
    { class: 'join-part', onsubmit: submit },
    element('h2', { text: t('whatGroupSees', { name }) }),
    ...list,
    element('p', { class: 'hint', text: t('joinLater') }),
    problem,
    join,
    element('button', {
      type: 'button',
      class: 'quiet',
      text: t('notNow'),
      onclick: () => enter(''),
    }),
  );
}
