import { changeAccount, putPicture, removePicture } from '../../api/own-account.js';
import { button, labelled, part } from '../../components/setting-section.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { smallPicture } from './picture-scaling.js';

/** @param {OwnAccount} account @param {AccountRun} run */
export function personPart(account, run) {
  const name = labelled(t('name'), {
    name: 'name',
    maxlength: 200,
    value: account.name,
    autocomplete: 'name',
  });
  const form = element(
    'form',
    {
      class: 'setting-part',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run(async () => {
          const { name: kept } = await changeAccount({ name: name.input.value });
          tell(document, 'account-changed', { name: kept });
        }, t('saved'));
      },
    },
    name.row,
    element('p', { class: 'hint', text: account.email }),
    element(
      'div',
      { class: 'form-links' },
      element('button', { type: 'submit', class: 'quiet', text: t('save') }),
    ),
  );
  return part('profile', picture(account, run), form);
}

/** @param {OwnAccount} account @param {AccountRun} run */
function picture(account, run) {
  const image = element('img', { class: 'portrait', alt: t('picture'), width: 64, height: 64 });
  const remove = button(t('removePicture'), () =>
    run(async () => {
      await removePicture();
      show('');
      tell(document, 'account-changed', { picture: '' });
    }, t('saved')),
  );
  const show = (/** @type {string} */ address) => {
    if (address) image.src = address;
    image.hidden = address === '';
    if (address === '' && document.activeElement === remove) choose.focus();
    remove.hidden = address === '';
  };
  const file = element('input', {
    type: 'file',
    accept: 'image/png,image/jpeg,image/webp',
    hidden: true,
    'aria-label': t('choosePicture'),
    onchange: () => {
      const chosen = file.files?.[0];
      file.value = '';
      if (chosen) void take(chosen);
    },
  });
  const take = (/** @type {File} */ chosen) =>
    run(async () => {
      const small = await smallPicture(chosen);
      const { picture: kept } = await putPicture(small);
      show(kept);
      tell(document, 'account-changed', { picture: kept });
    }, t('saved'));
  const choose = button(t('choosePicture'), () => file.click());
  show(account.picture);
  return element('div', { class: 'form-links with-portrait' }, image, file, choose, remove);
}
