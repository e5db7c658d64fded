import { type APIRequestContext, expect, request } from '@playwright/test'

/** A browser's cookies, as Playwright carries them from one to another. */
export type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies']

/** A browserless visitor of the bank's endpoints, with a cookie jar of its own. Dispose of it after use. */
export function visitor(cookies: Cookies = []): Promise<APIRequestContext> {
  const baseURL = process.env.BANK_URL!
  return request.newContext({
    baseURL,
    // The bank answers its own pages only, so a visitor says that it comes from one.
    extraHTTPHeaders: { origin: baseURL, 'sec-fetch-site': 'same-origin' },
    storageState: { cookies, origins: [] },
  })
}

/** Signs in through the endpoints, and returns the cookies of the session. */
export async function openSession({
  email,
  password,
}: {
  email: string
  password: string
}): Promise<Cookies> {
  const api = await visitor()
  await call(api, 'POST', '/api/sessions', { email, password })
  const { cookies } = await api.storageState()
  await api.dispose()
  return cookies
}

/** Calls an endpoint that is expected to succeed, and returns its answer. */
export async function call<Answer>(
  api: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: Record<string, string | boolean>,
): Promise<Answer> {
  const answer = await api.fetch(path, { method, ...(data ? { data } : {}) })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (answer.status() === 204 ? undefined : await answer.json()) as Answer
}
