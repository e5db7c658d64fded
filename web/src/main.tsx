import { timeZoneCookie } from '@bank/contract/pages'
import { setNonce } from 'get-nonce'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { hydrateState } from './api/dehydrated-state.ts'
import { pageStart, styleNonce } from './public-config.ts'
import { fetchFirstPage } from './routes.tsx'
import { createScreensClient, Screens } from './screens.tsx'
import './styles.css'

// The Content-Security-Policy forbids making code out of text, which zod would try for speed. Set where zod looks for its
// configuration, so that pages without a form load nothing of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
if (styleNonce) setNonce(styleNonce)

fetchFirstPage(window.location.pathname)

// The scripts of a rendered page may run before its end has arrived.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

function start(): void {
  // The page would be hydrated at the URL of another page.
  if (window.isReloading) return
  const client = createScreensClient()
  const readerZone = hydrateState(client) ?? ownZone
  const root = document.getElementById('root')!
  const screens = (
    <Screens
      client={client}
      readerZone={readerZone}
      ownZone={ownZone}
      router={(pages) => <BrowserRouter>{pages}</BrowserRouter>}
    />
  )
  if (pageStart === 'shell') createRoot(root, { onRecoverableError }).render(screens)
  // A rendered page stays as it is, with what has been typed into it.
  else hydrateRoot(root, screens, { onRecoverableError })
  const idle = window.requestIdleCallback ?? setTimeout
  idle(stateOwnZone)
}

/** The time zone of this device. Asked for when it is needed: it takes longer than all the rest of the start of a page. */
function ownZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone
}
let zone: string | undefined

/** States the time zone of this device in a cookie, for the next document that the server renders. */
function stateOwnZone(): void {
  const isSecure = location.protocol === 'https:'
  // biome-ignore lint/suspicious/noDocumentCookie: browsers have the other way since 2025 only.
  document.cookie = `${timeZoneCookie(isSecure)}=${ownZone()}; path=/; samesite=strict${isSecure ? '; secure' : ''}`
}

/**
 * The HTML does not match React's rendering, or a component has thrown: a defect, unless the user has just gone back to another page.
 * The cause of React's error is what was thrown.
 */
function onRecoverableError(error: unknown): void {
  if (!window.isReloading) reportError((error as Error).cause ?? error)
}
