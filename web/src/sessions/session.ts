import { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { answerOf, call } from '../api/call.ts'
import { dropDraftsOfOthers } from './kept-drafts.ts'

type SessionState = {
  readonly session: SessionView | null
  /** True from pressing Logout on: the next person starts afresh instead of where this one was. */
  readonly leftOnPurpose?: boolean
}

// The answer that brings a new cookie is on its way when the old one is worth nothing.
const renewalMilliseconds = 500

/** Who is signed in. Asked once when the page opens; from then on it is what sign-in, sign-out and refusals say. */
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
      // The question may have left with a cookie that was renewed meanwhile. Before anybody is called signed out, it is
      // asked once more with the present one.
      if (!wasRenewed) await new Promise((resolve) => setTimeout(resolve, renewalMilliseconds))
      session = (await call(endpoints.checkSession, { signal })).session
    }
    const before = client.getQueryData<SessionState>(queryKey)
    // Another window of this browser may have signed somebody else in.
    if (before && before.session?.user.id !== session?.user.id) forgetEverything(client)
    return { ...before, session }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // After a failed check the sign-in page offers to try again. Nothing else does so by itself but the gate.
  retryOnMount: false,
})

/** The session as a query: pending, failed, or with `data.session` which is null for a visitor. */
export function useSession() {
  return useQuery(sessionQuery)
}

/** The session for the gate, which repeats a failed check when a page behind it is opened. */
export function useCheckedSession() {
  return useQuery({ ...sessionQuery, retryOnMount: true })
}

/**
 * Whether the check of the session has failed, after its retries, and has not succeeded since. `isChecking` while it is
 * repeated.
 */
export function useFailedCheck() {
  const { data, errorUpdateCount, isFetching, refetch } = useSession()
  return {
    hasFailed: !data && errorUpdateCount > 0,
    isChecking: isFetching,
    checkAgain: () => void refetch(),
  }
}

/** Who is signed in, on a page that only somebody signed in can see. */
export function useSignedIn(): SessionView {
  const { data } = useSession()
  if (!data?.session) throw new Error('this page stands behind the gate')
  return data.session
}

/** From here on this person is signed in. Nothing of an earlier person's is kept. */
export function beginSession(client: QueryClient, session: SessionView): void {
  forgetEverything(client)
  dropDraftsOfOthers(session.user.id)
  client.setQueryData<SessionState>(sessionQuery.queryKey, { session })
}

/** The same session, open for longer or elevated. An answer that arrives after the session ended does not sign the user in again. */
export function renewSession(client: QueryClient, session: SessionView): void {
  client.setQueryData<SessionState>(sessionQuery.queryKey, (state) =>
    state?.session ? { ...state, session } : state,
  )
}

/** Administrator's work is closed until the passcode is entered again. */
export function endElevation(client: QueryClient): void {
  client.setQueryData<SessionState>(sessionQuery.queryKey, (state) =>
    state?.session ? { ...state, session: { ...state.session, elevatedUntil: null } } : state,
  )
}

/** Logout has been pressed, or could not be done: however the end of the session is heard of meanwhile, it is on purpose. */
export function noteLeaving(client: QueryClient, leftOnPurpose: boolean): void {
  client.setQueryData<SessionState>(sessionQuery.queryKey, (state) => state && { ...state, leftOnPurpose })
}

/**
 * The bank has answered a call with "Sign in to continue". Ends the session where that is still so for the present cookie,
 * and asks again for what was refused where it is not: that call had left with an earlier cookie.
 */
export async function checkSignedOut(client: QueryClient): Promise<void> {
  try {
    const { session } = await client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false })
    if (session)
      await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
  } catch {
    // The bank cannot be asked any more, and its last answer was no.
    endSession(client)
  }
}

/** Nobody is signed in any more. */
export function endSession(client: QueryClient): void {
  client.setQueryData<SessionState>(sessionQuery.queryKey, (state) => ({ ...state, session: null }))
  forgetEverything(client)
}

function forgetEverything(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
}

declare global {
  interface Window {
    /** The question who is signed in, asked by the script in the page's head. */
    earlySession?: Promise<Response>
  }
}
