import { endpoints } from '@bank/contract/endpoints'
import { describe, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { fieldReasons, isProblem, reasonOf } from './problem.ts'

function bankAnswers(status: number, body?: unknown, type = 'application/json') {
  const fetch = vi.fn(
    async (_address: string, _request: RequestInit) =>
      new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { 'content-type': type },
      }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const problem = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'email_taken',
  detail: 'An account with this email already exists',
  instance: '/api/registrations',
  traceId: 'x',
  errors: [{ pointer: '/email', detail: 'An account with this email already exists' }],
}

describe('a call', () => {
  test('a call fills in the path and the query, and leaves out undefined parameters', async () => {
    const fetch = bankAnswers(200, {})
    await call(endpoints.readTransaction, { params: { id: 'a/b' } })
    await call(endpoints.listTransactions, { query: { limit: 50, cursor: undefined } })
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([
      '/api/transactions/a%2Fb',
      '/api/transactions?limit=50',
    ])
  })

  test('a call sends its body as JSON, and no content type without a body', async () => {
    const fetch = bankAnswers(201, {})
    await call(endpoints.signIn, { body: { email: 'alice@example.com', password: 'correct horse' } })
    await call(endpoints.checkSession)
    const [signIn, check] = fetch.mock.calls.map(([, request]) => request)
    expect(signIn).toMatchObject({
      method: 'POST',
      body: '{"email":"alice@example.com","password":"correct horse"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(check?.headers).toEqual({ accept: 'application/json' })
  })

  test('a call sends a file unchanged, with its own content type', async () => {
    const fetch = bankAnswers(200, { avatar: '/api/avatars/1' })
    const picture = new File(['a picture'], 'alice.png', { type: 'image/png' })
    await call(endpoints.setAvatar, { body: picture })
    const request = fetch.mock.calls[0]?.[1]
    expect(request?.body).toBe(picture)
    expect(request?.headers).toEqual({ accept: 'application/json', 'content-type': 'image/png' })
  })

  test('a call has no timeout of its own: it ends when it is answered or aborted', async () => {
    const fetch = bankAnswers(200, { months: [] })
    await call(endpoints.listMonthlyFlows)
    expect(fetch.mock.calls[0]?.[1].signal).toBeUndefined()
    const { signal } = new AbortController()
    await call(endpoints.listMonthlyFlows, { signal })
    expect(fetch.mock.calls[1]?.[1].signal).toBe(signal)
  })

  test('an answer without content gives undefined', async () => {
    bankAnswers(204)
    expect(await call(endpoints.signOut)).toBeUndefined()
  })

  test('a refusal is thrown as its problem, with the reason and the fields', async () => {
    bankAnswers(409, problem, 'application/problem+json')
    const error = await call(endpoints.checkSession).catch((thrown: unknown) => thrown)
    expect(isProblem(error)).toBe(true)
    expect(reasonOf(error)).toBe('An account with this email already exists')
    expect(fieldReasons(error)).toEqual([
      { field: 'email', reason: 'An account with this email already exists' },
    ])
  })

  test('a problem without errors, such as that of a proxy, is a refusal about no field', async () => {
    const { errors: _, ...rest } = problem
    bankAnswers(409, rest, 'application/problem+json')
    const error = await call(endpoints.checkSession).catch((thrown: unknown) => thrown)
    expect(fieldReasons(error)).toEqual([])
    expect(reasonOf(error)).toBe('An account with this email already exists')
  })

  test("an error that is not a problem document does not become the bank's message", async () => {
    bankAnswers(502, '<html>', 'text/html')
    const error = await call(endpoints.checkSession).catch((thrown: unknown) => thrown)
    expect(isProblem(error)).toBe(false)
    expect(reasonOf(error)).toBe('The bank can’t be reached. Check your connection and try again.')
  })
})
