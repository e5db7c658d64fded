import { randomUUID } from 'node:crypto'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { clara, emma, passcode } from './demo-people.ts'
import { type Cookies, call, visitor } from './endpoints.ts'

export type Administration = {
  confirmEmail: (userId: string, email: string) => Promise<void>
  activate: (userId: string) => Promise<void>
  deactivate: (userId: string) => Promise<void>
  /** `amount` is a decimal string such as `100.00`. */
  fund: (userId: string, amount: string) => Promise<void>
  /** Asked for by a colleague, and approved by Clara. */
  makeAdministrator: (userId: string) => Promise<void>
  /** Approves all that waits for a second person about a user. */
  approve: (userId: string) => Promise<void>
  setStatus: (transactionId: string, status: 'pending' | 'success' | 'failed') => Promise<void>
}

type Credentials = { readonly email: string; readonly password: string }
type Work = <Answer = void>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: Record<string, string | boolean>,
) => Promise<Answer>

/** Signs Clara in and enters the passcode. `close` signs her and her colleague out again. */
export async function openAdministration(): Promise<Administration & { close: () => Promise<void> }> {
  const { work, close } = await openWork(clara())
  let colleague: ReturnType<typeof openWork> | undefined
  const approve = async (userId: string) => {
    const { approvals } = await work<UserDetailsView>('GET', `/api/admin/users/${userId}`)
    for (const { id } of approvals) await work('PUT', `/api/admin/approvals/${id}/approval`)
  }
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
      const body = { role: 'administrator', reason: 'For a journey' }
      await (await colleague).work('PUT', `/api/admin/users/${userId}/role`, body)
      await approve(userId)
    },
    approve,
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
    async work<Answer>(...request: Parameters<Work>) {
      const [method, path, body] = request
      try {
        return await call<Answer>(api, method, path, body)
      } catch {
        // Other journeys sign in too, and the bank keeps only the newest five sessions; or one has changed the passcode.
        await elevate(api, administrator)
        return call<Answer>(api, method, path, body)
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
