import { type APIRequestContext, expect, request } from '@playwright/test'

/** A browserless visitor of the bank's endpoints, with a cookie jar of its own. Dispose of it after use. */
export function visitor(baseURL: string): Promise<APIRequestContext> {
  // The bank answers its own pages only, so a visitor says that it comes from one.
  return request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL, 'sec-fetch-site': 'same-origin' },
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
