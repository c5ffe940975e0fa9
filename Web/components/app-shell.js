import { element, tell } from '../dom/element.js';
import { icon } from '../dom/icons.js';
import { numberText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { iconButton } from './icon-button.js';
import './view-switch.js';

/** The frame around the views: the top bar, the side bar, the banner and the progress bar. */
export class AppShell extends HTMLElement {
  #title = element('span', { class: 'title-text' });
  #titled = '';
  /** Today's date, shown as a calendar leaf where there's no room for the word “Today”. */
  #date = element('span', { class: 'date' });
  #progress = element('progress', {
    class: 'load-progress',
    'aria-label': t('loading'),
    hidden: true,
  });
  /** Can be pressed once there's something to list. */
  #said = element('button', { type: 'button', disabled: true });
  #banner = element('div', { class: 'banner', role: 'status', hidden: true }, this.#said);
  #views = document.createElement('view-switch');
  #main = element('main', { class: 'main' });
  #steps = [
    iconButton('up', t('previousMonth'), () => tell(this, 'shell-step', -1), {
      class: 'wide-only step',
    }),
    iconButton('down', t('nextMonth'), () => tell(this, 'shell-step', 1), {
      class: 'wide-only step',
    }),
  ];
  #jump = element(
    'button',
    {
      type: 'button',
      class: 'title-button',
      'aria-haspopup': 'dialog',
      onclick: () => tell(this, 'shell-jump'),
    },
    this.#title,
    icon('down'),
  );
  #panelButton = iconButton('calendars', t('sidePanel'), () => tell(this, 'shell-side'), {
    class: 'panel-button',
    'aria-expanded': 'true',
  });
  #aside = element('aside', { class: 'side', 'aria-label': t('calendars') });
  /** @type {HTMLElement} */
  #side = this.#aside;
  /** @type {(() => void) | null} */
  #closeDrawer = null;

  /** @param {{ side: HTMLElement, panel: HTMLElement, views: ViewChoice[] }} parts */
  set parts({ side, panel, views }) {
    this.#views.choices = views;
    this.#side = side;
    this.#aside.replaceChildren(side);
    this.replaceChildren(
      this.#bar(),
      this.#progress,
      this.#banner,
      element('div', { class: 'body' }, this.#aside, this.#main, panel),
    );
  }

  #bar() {
    const today = element(
      'button',
      {
        type: 'button',
        class: 'quiet today-button',
        'aria-label': t('today'),
        title: t('today'),
        onclick: () => tell(this, 'shell-today'),
      },
      element('span', { class: 'word', text: t('today') }),
      this.#date,
    );
    const newButton = element(
      'button',
      {
        type: 'button',
        class: 'new-button',
        'aria-label': t('newEvent'),
        title: t('newEvent'),
        onclick: () => tell(this, 'shell-new'),
      },
      icon('plus'),
      element('span', { class: 'word', text: t('newShort') }),
    );
    return element(
      'header',
      { class: 'top-bar' },
      iconButton('calendars', t('calendars'), () => tell(this, 'shell-side'), {
        class: 'side-button',
      }),
      this.#panelButton,
      element('h1', { id: 'month-title' }, this.#jump),
      element(
        'div',
        { class: 'bar-actions' },
        today,
        ...this.#steps,
        this.#views,
        iconButton('search', t('search'), () => tell(this, 'shell-search'), {
          class: 'wide-only search-button',
        }),
        newButton,
      ),
    );
  }

  /**
   * Shows a view in place of the previous one.
   *
   * @param {HTMLElement} view @param {ViewName} name
   */
  show(view, name) {
    // Replace the view first: if it had the focus while leaving, it would be laid out once more, in
    // the size of the new one.
    if (this.#main.firstChild !== view) this.#main.replaceChildren(view);
    this.dataset['shows'] = name;
    this.#views.shown = name;
    this.#jump.title = t(name === 'year' ? 'chooseYear' : 'chooseMonth');
    const isMonth = name === 'month';
    const labels = [t(isMonth ? 'previousMonth' : 'previous'), t(isMonth ? 'nextMonth' : 'next')];
    this.#steps.forEach((button, index) => {
      button.title = button.ariaLabel = labels[index] ?? '';
    });
  }

  /** @param {typeof import('./menu-button.js').menuButton} make Makes the menu of rarer views. */
  offerMore(make) {
    this.#views.menu = make;
  }

  set today(/** @type {string} */ date) {
    this.#date.textContent = numberText(Number(date.slice(8)));
  }

  /** @param {Intl.DateTimeFormatPart[]} parts */
  showTitle(parts) {
    // While scrolling, the title rarely changes.
    const text = JSON.stringify(parts);
    if (text === this.#titled) return;
    this.#titled = text;
    this.#title.replaceChildren(
      ...parts.map(({ type, value }) => element('span', { class: type, text: value })),
    );
  }

  /** @param {number} done @param {number} total The bar is hidden once all is done. */
  showProgress(done, total) {
    this.#progress.hidden = done >= total;
    this.#progress.max = Math.max(1, total);
    this.#progress.value = done;
  }

  /** @param {string} text Empty hides the banner. */
  showBanner(text) {
    // Writing it again would make screen readers say it again.
    if (this.#said.textContent === text) return;
    this.#banner.hidden = text === '';
    this.#said.textContent = text;
  }

  /**
   * Shows the side bar in a drawer over the page, where there is no room for it beside the view.
   *
   * @param {typeof import('./modal-dialog.js').openDialog} openDialog
   */
  openSide(openDialog) {
    if (this.#closeDrawer) return;
    const { close } = openDialog({
      title: t('menu'),
      kind: 'drawer',
      body: [this.#side],
      closed: () => {
        this.#closeDrawer = null;
        this.#aside.append(this.#side);
      },
    });
    this.#closeDrawer = close;
  }

  /** @returns {boolean} Whether the side panel stands beside the view, or would if it weren't hidden. */
  get hasRoomForSide() {
    return matchMedia('(min-width: 80rem)').matches;
  }

  /** Hides the side panel, or shows it again, where there's room for it. */
  set sideHidden(/** @type {boolean} */ isHidden) {
    this.classList.toggle('side-hidden', isHidden);
    this.#panelButton.ariaExpanded = String(!isHidden);
  }

  /** Closes the list of a day beside the month, or opens it again, where there's room for it. */
  set dayListHidden(/** @type {boolean} */ isHidden) {
    this.classList.toggle('day-list-hidden', isHidden);
  }

  closeSide() {
    this.#closeDrawer?.();
  }
}

customElements.define('app-shell', AppShell);
