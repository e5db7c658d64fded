// Runs in the head of every page, before the first paint. docs/rendering.md has the order of events.

import { setThemeOnLoad } from '../theme/theme-on-load.ts'

const root = document.documentElement
setThemeOnLoad(stored('theme'))
applyStoredChoices()
checkSession()
recordEarlyInput()
const waiting = document.getElementById('scripts') as HTMLTemplateElement | null
if (waiting) {
  fetchAfterPaint(waiting.content)
  recordEarlyPress()
  reloadOnBack()
}
addEventListener('error', showMissingScript, true)

/** Shows or hides what the hydrated page will show or hide, so that nothing flashes or moves. */
function applyStoredChoices(): void {
  if (stored('hide-amounts') === 'yes') root.classList.add('hide-amounts')
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const avoidsMotion = matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData
  // The row of the market ticker, where its provider answered at the last visit.
  if (stored('ticker') === 'shown' && !avoidsMotion) root.classList.add('ticker')
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Requests the session while the scripts load, unless the page brings it. */
function checkSession(): void {
  const start = document.querySelector<HTMLMetaElement>('meta[name=page-start]')?.content
  if (start === 'server-rendered') return
  window.earlySession = fetch('/api/sessions/current', { headers: { accept: 'application/json' } })
  window.earlySession.catch(() => {})
}

/** Keeps what is typed, chosen and sent before hydration. The page takes it over in `takeEarlyInput`. */
function recordEarlyInput(): void {
  window.earlyInput = new Map()
  const keep = ({ target }: Event) => {
    const control = target as HTMLInputElement
    window.earlyInput?.set(control, [control.value, control.checked])
  }
  // In the capture phase: React hydrates a component as soon as an event reaches it.
  addEventListener('input', keep, true)
  addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (!window.earlyInput) return
    window.earlyForm = event.target as HTMLFormElement
    // It shows its busy label (`styles.css`) until the form is sent.
    event.submitter?.setAttribute('data-pressed', '')
  })
}

function recordEarlyPress(): void {
  const keep = (event: Event) => {
    if (window.earlyPress === null) return
    const button = (event.target as Element).closest<HTMLElement>('button[type=button]')
    if (!button) return
    event.stopPropagation()
    window.earlyPress = button
  }
  addEventListener('click', keep, true)
}

/** Fetches the scripts once the page has been painted, or is in the background, or after three seconds. */
function fetchAfterPaint(scripts: DocumentFragment): void {
  const fetchScripts = () => document.head.append(scripts)
  if (document.hidden) fetchScripts()
  new PerformanceObserver(fetchScripts).observe({ type: 'paint', buffered: true })
  addEventListener('visibilitychange', fetchScripts)
  setTimeout(fetchScripts, 3000)
}

/** Before hydration nothing follows the address: Back would show this page under the address of another. */
function reloadOnBack(): void {
  const address = () => location.pathname + location.search
  const rendered = address()
  addEventListener('popstate', () => {
    if (!window.earlyInput || address() === rendered) return
    window.isReloading = true
    location.reload()
  })
}

function showMissingScript({ target }: Event): void {
  if ((target as Element).tagName === 'SCRIPT') document.getElementById('broken')!.hidden = false
}
