import { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { answerOf, call } from '../api/call.ts'
import { dropDraftsOfOthers } from './kept-drafts.ts'

type SessionState = {
  readonly session: SessionView | null
  /** True from pressing Logout on: the next user starts at the dashboard instead of this user's page. */
  readonly leftOnPurpose?: boolean
  /** The session before this state. Without a session it has ended, and the sign-in page can say why. */
  readonly ended?: EndedSession | undefined
}

/** What the sign-in page needs of a session that has ended: no name, no e-mail and no key of drafts. */
export type EndedSession = Pick<SessionView, 'signedInAt' | 'idleEndsAt'> & { readonly userId: string }

// The old cookie is invalid before the answer with the new one arrives.
const renewalMilliseconds = 500

/** The session. It is requested once when the page opens; then sign-in, sign-out and refusals update it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ client, queryKey, signal }): Promise<SessionState> => {
    const early = window.earlySession
    delete window.earlySession
    const known = client.getQueryData<SessionState>(queryKey)
    let { session } = early
      ? await answerOf<typeof endpoints.checkSession>(await early)
      : await call(endpoints.checkSession, { signal })
    const wasRenewed = client.getQueryData(queryKey) !== known
    if (wasRenewed || (known?.session && !session)) {
      // The request may have left with a cookie that was renewed meanwhile. Before the user counts as signed out, the session is
      // requested again with the present cookie.
      if (!wasRenewed) await new Promise((resolve) => setTimeout(resolve, renewalMilliseconds))
      session = (await call(endpoints.checkSession, { signal })).session
    }
    const before = client.getQueryData<SessionState>(queryKey)
    // Another user may have signed in in another tab of this browser.
    if (before && before.session?.user.id !== session?.user.id) forgetEverything(client)
    return withSession(before, session)
  },
  staleTime: Number.POSITIVE_INFINITY,
  // After a failed check only the sign-in page (by a button) and the gate try again.
  retryOnMount: false,
})

/** The session as a query: pending, failed, or with `data.session` which is null for a visitor. */
export function useSession() {
  return useQuery(sessionQuery)
}

/** The session for the gate: a failed check is repeated when a page behind the gate is opened. */
export function useCheckedSession() {
  return useQuery({ ...sessionQuery, retryOnMount: true })
}

/** Whether the last check of the session has failed, after its retries. `isChecking` is true while it is repeated. */
export function useFailedCheck() {
  const { data, errorUpdateCount, isFetching, refetch } = useSession()
  return {
    hasFailed: !data && errorUpdateCount > 0,
    isChecking: isFetching,
    checkAgain: () => void refetch(),
  }
}

/** The session that a gate has let through: after its end, parts of the page may be rendered once more before the gate closes. */
export const SignedIn = createContext<SessionView | undefined>(undefined)

/** The session on a page behind the gate. Throws without one. */
export function useSignedIn(): SessionView {
  const { data } = useSession()
  const atGate = use(SignedIn)
  const session = data?.session ?? atGate
  if (!session) throw new Error('a page behind the gate was rendered without a session')
  return session
}

/** Starts a session. The data of an earlier user is removed. */
export function beginSession(client: QueryClient, session: SessionView): void {
  forgetEverything(client)
  dropDraftsOfOthers(session.user.id)
  client.setQueryData<SessionState>(sessionQuery.queryKey, { session })
}

/** Updates the session, for example extended or elevated. An answer that arrives after its end does not sign the user in again. */
export function renewSession(client: QueryClient, session: SessionView): void {
  client.setQueryData<SessionState>(sessionQuery.queryKey, (state) =>
    state?.session ? { ...state, session } : state,
  )
}

/** Ends the elevation: the passcode has to be entered again. */
export function endElevation(client: QueryClient): void {
  client.setQueryData<SessionState>(sessionQuery.queryKey, (state) =>
    state?.session ? { ...state, session: { ...state.session, elevatedUntil: null } } : state,
  )
}

/** Notes that Logout was pressed, or has failed. In between, an end of the session is on purpose, whatever reports it first. */
export function noteLeaving(client: QueryClient, leftOnPurpose: boolean): void {
  client.setQueryData<SessionState>(sessionQuery.queryKey, (state) => state && { ...state, leftOnPurpose })
}

/**
 * Called when the bank has refused a call with "Log in to continue", or because two-factor has to be set up first. Ends the session
 * if the first is true for the present cookie, and lets the gate ask for the second; otherwise the call had left with an earlier
 * cookie, and the refused queries are repeated.
 */
export async function checkSignedOut(client: QueryClient): Promise<void> {
  try {
    const { session } = await client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false })
    if (session && !session.lacksSecondFactor)
      await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
  } catch {
    // The bank cannot be reached, and its last answer was a refusal.
    endSession(client)
  }
}

/** Ends the session on this page and removes the user's data. */
export function endSession(client: QueryClient): void {
  client.setQueryData<SessionState>(sessionQuery.queryKey, (state) => withSession(state, null))
  forgetEverything(client)
}

function withSession(before: SessionState | undefined, session: SessionView | null): SessionState {
  return { ...before, ended: before?.session ? endedOf(before.session) : before?.ended, session }
}

function endedOf({ user, signedInAt, idleEndsAt }: SessionView): EndedSession {
  return { userId: user.id, signedInAt, idleEndsAt }
}

function forgetEverything(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
}

declare global {
  interface Window {
    /** The first request of the session, sent by the script in the page's head. */
    earlySession?: Promise<Response>
  }
}
