const filters = [...document.querySelectorAll('search [name]')]
const articles = [...document.querySelectorAll('article')]
const kept = new URLSearchParams(location.hash.slice(1))

for (const filter of filters) filter.value = kept.get(filter.name) ?? ''
document.querySelector('search').addEventListener('input', show)
show()

/** Shows the screenshots that the filters choose, and keeps the filters in the address. */
function show() {
  const wanted = Object.fromEntries(filters.map(({ name, value }) => [name, value.trim().toLowerCase()]))
  const set = Object.entries(wanted).filter(([, value]) => value)
  history.replaceState(null, '', set.length > 0 ? `#${new URLSearchParams(set)}` : location.pathname)

  const fits = (element, name) => !wanted[name] || element.dataset[name] === wanted[name]
  for (const article of articles) {
    const figures = [...article.querySelectorAll('figure')]
    for (const figure of figures) {
      figure.hidden = !['theme', 'width', 'change'].every((name) => fits(figure, name))
    }
    const isEmpty = figures.length > 0 && figures.every(({ hidden }) => hidden)
    article.hidden = isEmpty || !article.dataset.screen.includes(wanted.screen) || !fits(article, 'state')
  }
  const shown = document.querySelectorAll('article:not([hidden]) figure:not([hidden])').length
  document.querySelector('[role=status]').textContent = `${shown} screenshots`
}
