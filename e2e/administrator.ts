import { randomUUID } from 'node:crypto'
import { clara, passcode } from './demo-people.ts'
import { type Cookies, call, visitor } from './endpoints.ts'

export type Administration = {
  activate: (userId: string) => Promise<void>
  deactivate: (userId: string) => Promise<void>
  /** `amount` is a decimal string such as `100.00`. */
  fund: (userId: string, amount: string) => Promise<void>
  makeAdministrator: (userId: string) => Promise<void>
  setStatus: (transactionId: string, status: 'pending' | 'success' | 'failed') => Promise<void>
}

/** Signs Clara in and enters the passcode. `close` signs her out again. */
export async function openAdministration(): Promise<Administration & { close: () => Promise<void> }> {
  const api = await visitor()
  await elevate(api)
  async function work(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Record<string, string>) {
    try {
      await call(api, method, path, body)
    } catch {
      // Other journeys sign her in too, and the bank keeps only her newest five sessions; or one has changed the passcode.
      await elevate(api)
      await call(api, method, path, body)
    }
  }
  return {
    activate: (userId) => work('PUT', `/api/admin/users/${userId}/activation`),
    deactivate: (userId) => work('DELETE', `/api/admin/users/${userId}/activation`),
    fund: (userId, amount) =>
      work('POST', `/api/admin/users/${userId}/fundings`, { transactionId: randomUUID(), amount }),
    makeAdministrator: (userId) => work('PUT', `/api/admin/users/${userId}/admin-role`),
    setStatus: (id, status) =>
      work('PUT', `/api/admin/transactions/${id}/status`, { changeId: randomUUID(), status }),
    close: async () => {
      // The session has ended when five newer ones have been opened.
      await api.delete('/api/sessions/current')
      await api.dispose()
    },
  }
}

/** The cookies of a session of Clara's in which the passcode has been entered. Her next five sessions end it. */
export async function elevatedSession(): Promise<Cookies> {
  const api = await visitor()
  await elevate(api)
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

async function elevate(api: Awaited<ReturnType<typeof visitor>>): Promise<void> {
  const { email, password } = clara()
  await call(api, 'POST', '/api/sessions', { email, password })
  await call(api, 'POST', '/api/admin/passcode-entries', { passcode: passcode() })
}
