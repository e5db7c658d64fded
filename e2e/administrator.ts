import { randomUUID } from 'node:crypto'
import { clara, emma, passcode } from './demo-people.ts'
import { type Cookies, call, visitor } from './endpoints.ts'

export type Administration = {
  confirmEmail: (userId: string, email: string) => Promise<void>
  activate: (userId: string) => Promise<void>
  deactivate: (userId: string) => Promise<void>
  /** `amount` is a decimal string such as `100.00`. */
  fund: (userId: string, amount: string) => Promise<void>
  /** By a colleague, because Clara cannot promote a user whom she has activated or funded. */
  makeAdministrator: (userId: string) => Promise<void>
  setStatus: (transactionId: string, status: 'pending' | 'success' | 'failed') => Promise<void>
}

type Credentials = { readonly email: string; readonly password: string }
type Work = (method: 'POST' | 'PUT', path: string, body?: Record<string, string | boolean>) => Promise<void>

/** Signs Clara in and enters the passcode. `close` signs her and her colleague out again. */
export async function openAdministration(): Promise<Administration & { close: () => Promise<void> }> {
  const { work, close } = await openWork(clara())
  let colleague: ReturnType<typeof openWork> | undefined
  return {
    confirmEmail: (userId, email) =>
      work('PUT', `/api/admin/users/${userId}/email-confirmation`, {
        email,
        reason: 'Checked for a journey',
      }),
    activate: (userId) => work('PUT', `/api/admin/users/${userId}/activation`, { changeId: randomUUID() }),
    deactivate: (userId) =>
      work('PUT', `/api/admin/users/${userId}/deactivation`, { changeId: randomUUID() }),
    fund: (userId, amount) =>
      work('POST', `/api/admin/users/${userId}/fundings`, {
        transactionId: randomUUID(),
        amount,
        reason: 'For a journey',
        again: true,
      }),
    async makeAdministrator(userId) {
      colleague ??= openWork(emma())
      await (await colleague).work('PUT', `/api/admin/users/${userId}/role`, { role: 'administrator' })
    },
    setStatus: (id, status) =>
      work('PUT', `/api/admin/transactions/${id}/status`, {
        changeId: randomUUID(),
        status,
        reason: 'For a journey',
      }),
    async close() {
      await close()
      await (await colleague)?.close()
    },
  }
}

async function openWork(administrator: Credentials): Promise<{ work: Work; close: () => Promise<void> }> {
  const api = await visitor()
  await elevate(api, administrator)
  return {
    async work(method, path, body) {
      try {
        await call(api, method, path, body)
      } catch {
        // Other journeys sign in too, and the bank keeps only the newest five sessions; or one has changed the passcode.
        await elevate(api, administrator)
        await call(api, method, path, body)
      }
    },
    async close() {
      // The session has ended when five newer ones have been opened.
      await api.delete('/api/sessions/current')
      await api.dispose()
    },
  }
}

/** The cookies of a session of Clara's in which the passcode has been entered. Her next five sessions end it. */
export async function elevatedSession(): Promise<Cookies> {
  const api = await visitor()
  await elevate(api, clara())
  const { cookies } = await api.storageState()
  await api.dispose()
  return cookies
}

/** Enters the passcode in the session of an administrator, and returns the cookies of the elevated session. */
export async function enterPasscode(cookies: Cookies): Promise<Cookies> {
  const api = await visitor(cookies)
  await call(api, 'POST', '/api/admin/passcode-entries', { passcode: passcode() })
  const elevated = await api.storageState()
  await api.dispose()
  return elevated.cookies
}

async function elevate(
  api: Awaited<ReturnType<typeof visitor>>,
  { email, password }: Credentials,
): Promise<void> {
  await call(api, 'POST', '/api/sessions', { email, password })
  await call(api, 'POST', '/api/admin/passcode-entries', { passcode: passcode() })
}
