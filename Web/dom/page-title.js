let title = '';
let page = '';
let news = '';

/** @param {string} text What the page shows. */
export function showTitle(text) {
  title = text;
  put();
}

/** @param {string} text What a page over the view shows; empty when it's closed. */
export function showPageTitle(text) {
  page = text;
  put();
}

/** @param {string} text What comes before the title, for a while; empty for nothing. */
export function showNews(text) {
  news = text;
  put();
}

function put() {
  // Until the first view has said what it shows, the page keeps the name of the product.
  const shown = page || title;
  if (shown === '') return;
  const text = [news, shown].filter(Boolean).join(' · ');
  if (document.title !== text) document.title = text;
}
