import type { AnswerOf, Endpoint } from '@bank/contract/endpoint'
import { messageOf, type RefusalCode, type RefusalFacts, refusals } from '@bank/contract/errors'
import { withoutServerRendering } from '@bank/e2e/without-server-rendering'
import type { Route } from '@playwright/test'
import type { Action } from './page-actions.ts'

/** The endpoint does not answer while the page is open. */
export const held = (endpoint: Endpoint): Action => answer(endpoint, () => new Promise<void>(() => {}))

/** The endpoint refuses. The error of a field is shown at the field. */
export function refused(endpoint: Endpoint, code: RefusalCode, facts: RefusalFacts = {}): Action {
  const detail = messageOf(code, facts)
  const { status, ...rule } = refusals[code] as { status: number; pointer?: string }
  const errors = rule.pointer ? [{ pointer: rule.pointer, detail }] : []
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const json = { type: 'about:blank', title: code, status, code, detail, facts, errors, traceId }
  return answer(endpoint, (route) => route.fulfill({ status, contentType: 'application/problem+json', json }))
}

/** The endpoint refuses until some minutes have passed. */
export const rateLimited = (endpoint: Endpoint, minutes: number): Action =>
  refused(endpoint, 'too_many_attempts', { minutes })

/** The bank's own answer is changed on its way. */
export function altered<E extends Endpoint>(
  endpoint: E,
  change: (answer: AnswerOf<E>) => AnswerOf<E>,
): Action {
  return answer(endpoint, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as AnswerOf<E>) })
  })
}

/** The endpoint answers, and the bank does nothing: with `json`, or with an empty answer. */
export function answered<E extends Endpoint>(endpoint: E, json?: AnswerOf<E>): Action {
  return answer(endpoint, (route) => route.fulfill(json ? { status: 200, json } : { status: 204 }))
}

/** Of a file 410 of 1,000 bytes arrive; then nothing, or the connection ends. A route can't answer in part: the page's own `fetch` does. */
export const partlySent =
  ({ path }: Endpoint, connection: 'open' | 'broken'): Action =>
  async (page) => {
    await withoutServerRendering(page)
    await page.addInitScript(
      ([path, connection]) => {
        const { fetch } = window
        window.fetch = async (...request) => {
          if (!String(request[0]).startsWith(path!)) return fetch(...request)
          const body = new ReadableStream({
            start(controller) {
              controller.enqueue(new Uint8Array(410))
              if (connection === 'broken') setTimeout(() => controller.error(new TypeError('closed')), 500)
            },
          })
          return new Response(body, { headers: { 'content-length': '1000' } })
        }
      },
      [path, connection],
    )
  }

/** The connection fails. */
export const unreachable = (endpoint: Endpoint): Action => answer(endpoint, (route) => route.abort())

function answer({ method, path }: Endpoint, handle: (route: Route) => Promise<void>): Action {
  return async (page) => {
    await withoutServerRendering(page)
    await page.route(new URLPattern({ pathname: path }), (route) =>
      route.request().method() === method ? handle(route) : route.fallback(),
    )
  }
}
