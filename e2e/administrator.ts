import { randomUUID } from 'node:crypto'
import { clara, passcode } from './demo-people.ts'
import { call, visitor } from './endpoints.ts'

export type Administration = {
  activate: (userId: string) => Promise<void>
  deactivate: (userId: string) => Promise<void>
  /** `amount` is a decimal string such as `100.00`. */
  fund: (userId: string, amount: string) => Promise<void>
  setStatus: (transactionId: string, status: 'pending' | 'success' | 'failed') => Promise<void>
}

/** Clara signs in, enters the passcode, does the work and signs out, so that she never holds many sessions. */
export async function asAdministrator(
  baseURL: string,
  work: (administration: Administration) => Promise<void>,
): Promise<void> {
  const api = await visitor(baseURL)
  const { email, password } = clara()
  await call(api, 'POST', '/api/sessions', { email, password })
  await call(api, 'POST', '/api/admin/passcode-entries', { passcode: passcode() })
  await work({
    activate: (userId) => call(api, 'PUT', `/api/admin/users/${userId}/activation`),
    deactivate: (userId) => call(api, 'DELETE', `/api/admin/users/${userId}/activation`),
    fund: (userId, amount) =>
      call(api, 'POST', `/api/admin/users/${userId}/fundings`, { transactionId: randomUUID(), amount }),
    setStatus: (id, status) =>
      call(api, 'PUT', `/api/admin/transactions/${id}/status`, { changeId: randomUUID(), status }),
  })
  await call(api, 'DELETE', '/api/sessions/current')
  await api.dispose()
}
