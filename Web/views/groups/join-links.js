import { createJoinLink, fetchJoinLinks, revokeJoinLink } from '../../api/groups.js';
import { copyButton } from '../../components/copy-button.js';
import { drawnInOrder } from '../../components/drawn-in-order.js';
import { choiceField } from '../../components/form/choice-field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

const daysOffered = [1, 7, 30];

/** A group's links to join: creates them, and revokes those that are still valid. */
export class JoinLinks {
  element = element('section', { class: 'rows inner', hidden: true });
  #run;
  #group = '';
  #uses = choiceField(
    [
      ['1', t('forOne')],
      ['', t('forMany')],
    ],
    '1',
  );
  #days = choiceField(
    daysOffered.map((days) => [String(days), t('goodForDays', { n: days })]),
    '7',
  );
  #made = element('div', { class: 'made-link' });
  #list = element('ul', { class: 'join-links' });
  #fetch = drawnInOrder(
    () => fetchJoinLinks(this.#group),
    (links) => this.#list.replaceChildren(...links.map((link) => this.#item(link))),
  );

  /** @param {import('./member-rows.js').Run} run */
  constructor(run) {
    this.#run = run;
    this.element.append(
      element('h3', { text: t('inviteTitle') }),
      element('p', { class: 'hint', text: t('inviteHint') }),
      fieldRow('person', t('whoMayUse'), this.#uses),
      fieldRow('clock', t('howLong'), this.#days),
      button(t('makeLink'), () => this.#make()),
      this.#made,
      this.#list,
    );
  }

  /** @param {string} group @param {boolean} mayInvite */
  show(group, mayInvite) {
    if (this.#group === group && this.element.hidden !== mayInvite) return;
    this.#group = group;
    this.element.hidden = !mayInvite;
    if (mayInvite) void this.#run(() => this.#fetch());
  }

  /** @param {JoinLink} link */
  #item({ id, uses, expires }) {
    const words = t('inviteUntil', {
      who: uses === null ? t('forMany') : uses === 1 ? t('forOne') : t('usesLeft', { n: uses }),
      date: dateText(localDate(expires), 'short'),
    });
    return element(
      'li',
      {},
      element('span', { text: words }),
      element('button', {
        type: 'button',
        class: 'danger',
        text: t('revoke'),
        'aria-label': t('revokeNamed', { what: words }),
        onclick: () => void this.#revoke(id),
      }),
    );
  }

  async #make() {
    const uses = this.#uses.value === '' ? null : Number(this.#uses.value);
    await this.#run(async () => {
      const { token } = await createJoinLink(this.#group, {
        uses,
        days: Number(this.#days.value),
      });
      this.#showLink(`${location.origin}/join/${token}`);
      await this.#fetch();
    });
  }

  /** @param {string} id */
  async #revoke(id) {
    await this.#run(async () => {
      await revokeJoinLink(this.#group, id);
      // It may be the link that was just made.
      this.#made.replaceChildren();
      await this.#fetch();
    });
    this.#uses.focus();
  }

  /** @param {string} link Shown only once, because the server keeps no more than its hash. */
  #showLink(link) {
    const input = element('input', {
      type: 'url',
      readonly: true,
      value: link,
      'aria-label': t('inviteLink'),
      onfocus: () => input.select(),
    });
    const { button: copy, said } = copyButton(link, () => input.select(), t('linkOnce'));
    this.#made.replaceChildren(element('div', { class: 'address-line' }, input, copy), said);
    copy.focus();
  }
}

/** @param {string} instant @returns {string} The date in the browser's zone. */
const localDate = (instant) => new Date(instant).toLocaleDateString('sv-SE');
