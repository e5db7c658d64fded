const controls = [...document.querySelectorAll('search [name]')]
const kept = new URLSearchParams(location.hash.slice(1))
const dark = matchMedia('(prefers-color-scheme: dark)')

for (const control of controls) control.value = kept.get(control.name) ?? ''
document.querySelector('search').addEventListener('input', show)
dark.addEventListener('change', follow)
follow()
show()

function follow() {
  document.documentElement.classList.toggle('dark', dark.matches)
}

/** Shows what fits the filters, and keeps them in the address. */
function show() {
  const filter = Object.fromEntries(controls.map(({ name, value }) => [name, value.trim().toLowerCase()]))
  const chosen = Object.entries(filter).filter(([, value]) => value)
  history.replaceState(null, '', chosen.length > 0 ? `#${new URLSearchParams(chosen)}` : location.pathname)
  document.body.dataset.size = filter.size

  let count = 0
  for (const section of document.querySelectorAll('section')) {
    let isEmpty = true
    for (const article of section.querySelectorAll('article')) {
      const fits =
        section.dataset.screen.includes(filter.screen) &&
        (!filter.state || article.dataset.state === filter.state)
      const figures = [...article.querySelectorAll('figure')]
      for (const figure of figures) {
        figure.hidden = !['theme', 'width', 'change'].every(
          (name) => !filter[name] || figure.dataset[name] === filter[name],
        )
      }
      const shown = figures.filter(({ hidden }) => !hidden).length
      article.hidden = !fits || (shown === 0 && figures.length > 0)
      if (article.hidden) continue
      isEmpty = false
      count += shown
    }
    section.hidden = isEmpty
  }
  document.querySelector('[role=status]').textContent = `${count} pictures`
  document.getElementById('nothing').hidden = count > 0
}
