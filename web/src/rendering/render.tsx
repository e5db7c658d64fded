import { endpoints } from '@bank/contract/endpoints'
import { isForAdministrators, pageAt } from '@bank/contract/pages'
import type { Query, QueryClient } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { call } from '../api/call.ts'
import { dehydrateState } from '../api/dehydrated-state.ts'
import { type PublicConfig, publicConfig } from '../public-config.ts'
import { createScreensClient, Screens } from '../screens.tsx'
import { sessionQuery } from '../sessions/session.ts'

/** The answer to one query may enable the next, as an account its transactions. No page needs so many rounds. */
const roundsMax = 5

/** Renders the page at a path as every visitor sees it first. Throws when a component needs a browser. */
export function renderForVisitor(path: string, config: PublicConfig): Promise<string> {
  Object.assign(publicConfig, config)
  return renderOnce(createScreensClient(), path, config.timeZone)
}

/**
 * Renders the page at an address for the signed-in user, from the bank's answers to `fetch` on this user's behalf: its HTML, and
 * the answers as JSON. `readerZone` is the time zone of clock times. Undefined for a visitor, for a user who has temporary secrets
 * or lacks a required second factor, and for the admin panel before the passcode. Throws when the bank refuses something or
 * the page cannot be rendered: the browser then renders it.
 */
export async function renderForUser(
  address: string,
  config: PublicConfig,
  readerZone: string,
): Promise<{ html: string; state: string } | undefined> {
  Object.assign(publicConfig, config)
  const client = createScreensClient()
  const checked = await call(endpoints.checkSession)
  // At every address such a user sees the page of what has to be done first, which the browser renders.
  if (!checked.session || checked.session.temporarySecrets || checked.session.lacksSecondFactor)
    return undefined
  // Before the passcode, and for customers, a page of the admin panel shows nothing: the browser leads away from it.
  const page = pageAt(address.replace(/[?#].*$/s, ''))
  if (page && isForAdministrators(page) && checked.session.elevatedUntil === null) return undefined
  client.setQueryData(sessionQuery.queryKey, checked)
  for (let round = 0; round < roundsMax; round++) {
    const html = await renderOnce(client, address, readerZone)
    const open = openQueries(client)
    if (open.length === 0) return { html, state: dehydrateState(client, Date.now(), readerZone) }
    await Promise.all(open.map((query) => query.fetch({ ...query.options, retry: false })))
  }
  // Without what follows the path: a user's search goes into no log.
  throw new Error(`${address.replace(/\?.*$/s, '')} asks for more after ${roundsMax} rounds`)
}

async function renderOnce(client: QueryClient, address: string, readerZone: string): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <Screens
      client={client}
      readerZone={readerZone}
      router={(pages) => <StaticRouter location={address}>{pages}</StaticRouter>}
    />,
    // In one piece: pieces are put together by inline scripts, which the Content-Security-Policy refuses.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  )
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return html
}

/** The queries of the rendered page that have no answer yet. A disabled query waits for the user. */
function openQueries(client: QueryClient): Query[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && (options as MayBeDisabled).enabled !== false)
}

type MayBeDisabled = { readonly enabled?: unknown }
