import { answerText } from '../../components/answer-row.js';
import { rowProblem } from '../../components/form/field-row.js';
import { TextOffers } from '../../components/form/text-offers.js';
import { face } from '../../components/person-avatar.js';
import { element } from '../../dom/element.js';
import { icon } from '../../dom/icons.js';
import { t } from '../../i18n/strings.js';
import { comparable, folded, looseRank, rankOf } from '../../i18n/text-matching.js';
import {
  addressOfAccount,
  emailOf,
  guestKey,
  guestLine,
  guestName,
  guestsMax,
  guestsOf,
  guestsTyped,
  isSameGuest,
} from './guest-lines.js';

/** The most offers at once. */
const offersMax = 6;

/**
 * The guests of an event, and a field that adds more: by name from the user's groups, or by e-mail
 * address. Fires `input` when they change. `value` has one guest a line, as a draft has them.
 */
export class GuestList {
  element = element('div', { class: 'guests' });
  #people;
  #readEarlier;
  /** @type {EarlierGuest[] | null} */
  #earlier = null;
  #answers;
  #guests;
  #popup;
  #list = element('ul', { class: 'guest-list', 'aria-label': t('guests') });
  #input = element('input', {
    type: 'text',
    'aria-label': t('addGuests'),
    placeholder: t('addGuests'),
    inputmode: 'email',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 10_000,
    autocomplete: 'off',
  });
  #problem = rowProblem(this.#input);
  #busy = element('p', { class: 'hint', role: 'status' });
  #hint = element('p', { class: 'hint', text: t('guestsElsewhere') });

  /**
   * @param {string} value
   * @param {Pick<import('../../state/people.js').People, 'me' | 'list' | 'colors'>} people
   * @param {() => EarlierGuest[]} earlier Returns the people whom the user has invited before.
   * @param {GivenAnswer[]} answers What those who were asked have answered.
   */
  constructor(value, people, earlier, answers) {
    this.#people = people;
    this.#readEarlier = earlier;
    this.#answers = answers;
    this.#guests = guestsOf(value);
    const line = element('div', { class: 'guest-line' }, this.#input);
    this.#popup = new TextOffers(this.#input, {
      field: line,
      find: (text) => this.#offers(text),
    });
    this.#input.addEventListener('keydown', (event) => this.#pressed(event));
    this.#input.addEventListener('input', () => this.#typed());
    this.#input.addEventListener('blur', () => this.#take());
    this.element.append(this.#list, line, this.#problem, this.#busy, this.#hint);
    this.#show();
  }

  /** Includes an address that is typed but not added yet, so that nobody is forgotten. */
  get value() {
    return this.#with(guestsTyped(this.#input.value) ?? [])
      .map(guestLine)
      .join('\n');
  }

  /**
   * @returns {Member[]} The fellow members whom the form adds. Those who were invited before may be busy
   *   with this very event.
   */
  get newMembers() {
    return this.#guests
      .filter((guest) => !this.#answerOf(guest))
      .flatMap((guest) => this.#memberOf(guest) ?? []);
  }

  /** @param {string} text Who is busy at the event's time. */
  set busy(text) {
    if (this.#busy.textContent !== text) this.#busy.textContent = text;
  }

  /** @returns {boolean} Whether what is typed is nobody; it says so then, and has the focus. */
  showsUnreadable() {
    this.#take();
    if (this.#input.value.trim() === '') return false;
    this.#input.focus();
    return true;
  }

  focus() {
    this.#input.focus();
  }

  /** @param {Guest[]} more @returns {Guest[]} */
  #with(more) {
    const isNew = (/** @type {Guest} */ guest, /** @type {number} */ index) =>
      ![...this.#guests, ...more.slice(0, index)].some((other) => isSameGuest(guest, other));
    return [...this.#guests, ...more.filter(isNew)];
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.isComposing) return;
    const text = this.#input.value.trim();
    if (event.key === 'Enter') {
      // It ends a guest, and never sends the invitations.
      event.preventDefault();
      const [offer] = guestsTyped(text) ? [] : this.#offers(text);
      if (offer) offer.take();
      else this.#take();
    } else if (event.key === 'Backspace' && this.#input.value === '') {
      const last = this.#guests.at(-1);
      if (last) this.#remove(last);
    }
  }

  #typed() {
    this.#problem.say('');
    // A comma or semicolon ends an address; a pasted list has several of them.
    if (/[,;\n]/.test(this.#input.value) && guestsTyped(this.#input.value)) this.#take();
  }

  /** Adds what is typed, or says that it's nobody's address. */
  #take() {
    const text = this.#input.value.trim();
    if (text === '') return this.#problem.say('');
    const typed = guestsTyped(text) ?? this.#named(text);
    if (!typed) return this.#problem.say(t('notAnAddress', { text }));
    if (this.#with(typed).length > guestsMax)
      return this.#problem.say(t('tooManyGuests', { n: guestsMax }));
    this.#add(typed);
  }

  /** @param {string} text @returns {Guest[] | null} The only person of that name whom the groups have. */
  #named(text) {
    const named = this.#members.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
    return named.length === 1 ? named.map(guestOf) : null;
  }

  /** @param {Guest[]} more */
  #add(more) {
    this.#guests = this.#with(more);
    this.#input.value = '';
    this.#popup.close();
    this.#problem.say('');
    this.#changed();
  }

  /** @param {Guest} guest */
  #remove(guest) {
    this.#guests = this.#guests.filter((other) => other !== guest);
    this.#changed();
    this.#input.focus();
  }

  /** @param {Guest} guest */
  #turn(guest) {
    guest.optional = !guest.optional;
    this.#changed();
    const index = this.#guests.indexOf(guest);
    this.#list.children[index]?.querySelector('button')?.focus();
  }

  #changed() {
    this.#show();
    this.element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** @param {Guest} guest */
  #memberOf({ address }) {
    return this.#members.find(({ id }) => addressOfAccount(id) === address);
  }

  /** The fellow members, each once. @returns {Member[]} */
  get #members() {
    const { me, list } = this.#people;
    const all = new Map(list.flatMap(({ members }) => members.map((each) => [each.id, each])));
    all.delete(me);
    return [...all.values()];
  }

  /**
   * @param {string} text
   * @returns {TextOffer[]} Fellow members and earlier guests who aren't invited yet: those whose name
   *   fits best, and of these the ones who were invited most often.
   */
  #offers(text) {
    const query = folded(text);
    this.#earlier ??= this.#readEarlier();
    const counts = new Map(this.#earlier.map((each) => [guestKey(each), each.count]));
    const ranked = this.#known(this.#earlier)
      .filter((guest) => !this.#guests.some((other) => isSameGuest(guest, other)))
      .map((guest) => ({
        guest,
        rank: rankOf(query, comparable(guestName(guest), emailOf(guest))),
        count: counts.get(guestKey(guest)) ?? 0,
      }))
      .filter(({ rank }) => rank < looseRank)
      .sort((a, b) => a.rank - b.rank || b.count - a.count);
    return ranked.slice(0, offersMax).map(({ guest }) => {
      const member = this.#memberOf(guest);
      return {
        title: guestName(guest),
        detail: member ? this.#groupsOf(member) : guest.name ? emailOf(guest) : '',
        color: member ? this.#colorOf(member) : 'grey',
        take: () => this.#add([guest]),
      };
    });
  }

  /**
   * @param {EarlierGuest[]} earlier
   * @returns {Guest[]} Everybody who can be offered: fellow members by account, and earlier guests.
   */
  #known(earlier) {
    const members = this.#members.map(guestOf);
    const others = earlier
      .filter((guest) => !members.some((member) => isSameGuest(guest, member)))
      .map(({ address, name }) => ({ address, name, optional: false }));
    return [...members, ...others];
  }

  /** @param {Member} member */
  #colorOf({ id, color }) {
    return this.#people.colors.get(id) ?? color;
  }

  /** @param {Member} member */
  #groupsOf({ id }) {
    return this.#people.list
      .filter(({ members }) => members.some((each) => each.id === id))
      .map(({ name }) => name)
      .join(', ');
  }

  #show() {
    this.#list.hidden = this.#guests.length === 0;
    this.#list.replaceChildren(...this.#guests.map((guest) => this.#item(guest)));
    this.#hint.hidden = !this.#guests.some((guest) => emailOf(guest) && !this.#answerOf(guest));
  }

  /** @param {Guest} guest */
  #answerOf(guest) {
    return this.#answers.find((given) => isSameGuest(given, guest));
  }

  /** @param {Guest} guest */
  #item(guest) {
    const name = guestName(guest);
    const given = this.#answerOf(guest);
    const member = this.#memberOf(guest);
    const role = t(guest.optional ? 'guestOptional' : 'guestRequired');
    const facts = [
      given ? answerText(given.answer) : '',
      guest.name ? emailOf(guest) : '',
      given?.undelivered ? t(`undelivered-${given.undelivered}`) : '',
    ];
    return element(
      'li',
      { class: 'entry', 'data-color': member ? this.#colorOf(member) : 'grey' },
      face({ name, picture: member?.picture ?? '' }),
      element(
        'span',
        { class: 'entry-words' },
        element('span', { dir: 'auto', text: name }),
        element('small', { dir: 'auto', text: facts.filter(Boolean).join(' · ') }),
      ),
      element('button', {
        type: 'button',
        class: 'quiet',
        text: role,
        'aria-label': t('guestRole', { name, role }),
        onclick: () => this.#turn(guest),
      }),
      element(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': t('removeGuest', { name }),
          onclick: () => this.#remove(guest),
        },
        icon('close'),
      ),
    );
  }
}

/** @param {Member} member @returns {Guest} */
const guestOf = ({ id, name }) => ({ address: addressOfAccount(id), name, optional: false });
