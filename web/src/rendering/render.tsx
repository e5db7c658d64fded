import { endpoints } from '@bank/contract/endpoints'
import type { Query, QueryClient } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { call } from '../api/call.ts'
import { type Settings, settings } from '../public-config.ts'
import { clientOfScreens, Screens } from '../screens.tsx'
import { sessionQuery } from '../sessions/session.ts'
import { firstAnswersOf } from './dehydrated-state.ts'

/** Questions lead to questions: an account to its transactions. No page has so many in a row. */
const roundsMax = 5

/**
 * Draws the page at an address for whoever is signed in, from what the bank answers to `fetch` on their behalf: its HTML, and
 * those answers as JSON. Undefined when nobody is, and for a user with temporary secrets. Throws when the bank says no to something, or it cannot be drawn: the
 * browser then draws it.
 */
export async function drawPersonalView(
  address: string,
  bank: Settings,
): Promise<{ view: string; answers: string } | undefined> {
  Object.assign(settings, bank)
  const client = clientOfScreens()
  const state = await call(endpoints.checkSession)
  // Instead of any page such a user sees where the temporary secrets are replaced, which the browser draws.
  if (!state.session || state.session.temporarySecrets) return undefined
  client.setQueryData(sessionQuery.queryKey, state)
  for (let round = 0; round < roundsMax; round++) {
    const view = await drawOnce(client, address)
    const open = openQuestions(client)
    if (open.length === 0) return { view, answers: firstAnswersOf(client, Date.now()) }
    await Promise.all(open.map((query) => query.fetch({ ...query.options, retry: false })))
  }
  // What stands behind the path is what somebody looked for, and goes into no log.
  throw new Error(`${address.replace(/\?.*$/s, '')} asks for ever more`)
}

async function drawOnce(client: QueryClient, address: string): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <Screens client={client} router={(pages) => <StaticRouter location={address}>{pages}</StaticRouter>} />,
    // In one piece: what comes in pieces is put together by scripts, which the Content-Security-Policy refuses.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  )
  const view = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return view
}

/** What the page has asked for while it was drawn, and has no answer yet. */
function openQuestions(client: QueryClient): Query[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && (options as Asking).enabled !== false)
}

/** Some questions wait for what somebody does. */
type Asking = { readonly enabled?: unknown }
