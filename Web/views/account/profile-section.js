import { changeAccount, putPicture, removePicture } from '../../api/own-account.js';
import { fieldRow } from '../../components/form/field-row.js';
import { nameLine } from '../../components/form/name-line.js';
import { button } from '../../components/setting-section.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { smallPicture } from './picture-scaling.js';

/**
 * The user's name, picture and email address. A name is saved when the field is left.
 *
 * @param {OwnAccount} account @param {AccountRun} run
 * @returns {HTMLElement[]}
 */
export function personRows(account, run) {
  const { line, input } = nameLine(account.name, {
    name: 'name',
    autocomplete: 'name',
    'data-for': 'name',
  });
  let { name } = account;
  const save = async () => {
    const typed = input.value.trim();
    if (typed === '') input.value = name;
    if (typed === '' || typed === name) return;
    await run(async () => {
      ({ name } = await changeAccount({ name: typed }));
      tell(document, 'account-changed', { name });
    }, t('saved'));
  };
  input.addEventListener('change', () => void save());
  return [
    line,
    pictureRow(account, run),
    fieldRow('mail', t('email'), element('span', { text: account.email, dir: 'ltr' })),
  ];
}

/** @param {OwnAccount} account @param {AccountRun} run */
function pictureRow(account, run) {
  const image = element('img', { class: 'portrait', alt: t('picture'), width: 32, height: 32 });
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
  const row = fieldRow('person', t('picture'), choose, remove, file);
  // The picture stands where the row's sign would be.
  row.querySelector('.row-sign')?.prepend(image);
  return row;
}
