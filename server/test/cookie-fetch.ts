import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import { keepCookies, type Visitor } from './ask.ts'

/** A page of `origin` in a browser of its own. */
export type BrowserPage = Visitor & { readonly origin: string }

const pages = new AsyncLocalStorage<BrowserPage>()

/** Runs `call`, whose requests come from this page. */
export function fromPage<Result>(page: BrowserPage, call: () => Result): Result {
  return pages.run(page, call)
}

/** The page whose code is running. */
export function callingPage(): BrowserPage | undefined {
  return pages.getStore()
}

/**
 * Makes `fetch` send the origin and the cookies of the calling page, and keep the cookies of the answers, like a browser.
 * Requests that come from no page are sent as they are. `vi.unstubAllGlobals` takes it back.
 */
export function stubFetchWithCookies(): void {
  const plainFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
    const page = callingPage()
    if (!page) return plainFetch(address, request)
    const headers = new Headers(request.headers)
    headers.set('origin', page.origin)
    const keepsCookies = request.credentials === 'include'
    if (keepsCookies && page.cookies.size > 0) headers.set('cookie', cookieHeader(page))
    const response = await plainFetch(address, { ...request, headers })
    if (keepsCookies) keepCookies(page, response.headers.getSetCookie())
    return response
  })
}

export function cookieHeader({ cookies }: Visitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
