import { setNonce } from 'get-nonce'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { isDrawn, styleNonce } from './public-config.ts'
import { takeFirstAnswers } from './rendering/dehydrated-state.ts'
import { fetchFirstPage } from './routes.tsx'
import { clientOfScreens, Screens } from './screens.tsx'
import './styles.css'

// The Content-Security-Policy forbids making code out of text, which zod would try for speed. Said where it looks for its
// settings, so that pages without a form load nothing of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
if (styleNonce) setNonce(styleNonce)

fetchFirstPage(window.location.pathname)

// The scripts of a drawn page may be here before its end is.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
else begin()

function begin(): void {
  // It would come to life under the other page's address.
  if (window.isLeft) return
  const client = clientOfScreens()
  takeFirstAnswers(client)
  const root = document.getElementById('root')!
  const screens = <Screens client={client} router={(pages) => <BrowserRouter>{pages}</BrowserRouter>} />
  // What is drawn already stays as it is, with what has been typed into it, and comes to life.
  if (isDrawn) hydrateRoot(root, screens, { onRecoverableError })
  else createRoot(root).render(screens)
}

/** What was drawn does not fit: a fault of ours, unless somebody has gone Back to another page at this very moment. */
function onRecoverableError(error: unknown): void {
  if (!window.isLeft) reportError(error)
}
