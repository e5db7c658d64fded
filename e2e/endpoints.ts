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

/** Calls an endpoint that is expected to agree, and returns its answer. */
export async function call<Answer>(
  api: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: Record<string, string>,
): Promise<Answer> {
  const answer = await api.fetch(path, { method, ...(data ? { data } : {}) })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (answer.status() === 204 ? undefined : await answer.json()) as Answer
}
