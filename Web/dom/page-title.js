let title = '';
let news = '';

/** @param {string} text What the page shows. */
export function showTitle(text) {
  title = text;
  put();
}

/** @param {string} text What comes before the title, for a while; empty for nothing. */
export function showNews(text) {
  news = text;
  put();
}

function put() {
  // Until the first view has said what it shows, the page keeps the name of the product.
  if (title === '') return;
  const text = [news, title].filter(Boolean).join(' · ');
  if (document.title !== text) document.title = text;
}
