import { messageOf, type RefusalCode, type RefusalFacts, refusals } from '@bank/contract/errors'
import { withoutServerRendering } from '@bank/e2e/without-server-rendering'
import { expect, type Locator, type Page, type Route } from '@playwright/test'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The bank's answer is held back for as long as one looks. */
export function held(page: Page, path: string | RegExp, method: Method = 'GET'): Promise<void> {
  return answer(page, path, method, () => new Promise<void>(() => {}))
}

/** The bank says no. What is said about a field stands beside that field. */
export function refused(
  page: Page,
  path: string | RegExp,
  code: RefusalCode,
  { method = 'GET', facts = {} }: { method?: Method; facts?: RefusalFacts } = {},
): Promise<void> {
  const detail = messageOf(code, facts)
  const { status, ...rule } = refusals[code] as { status: number; pointer?: string }
  const errors = rule.pointer ? [{ pointer: rule.pointer, detail }] : []
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const json = { type: 'about:blank', title: code, status, code, detail, facts, errors, traceId }
  return answer(page, path, method, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json }),
  )
}

/** The bank's own answer, changed on its way. */
export function altered<Answer>(
  page: Page,
  path: string | RegExp,
  change: (answer: Answer) => unknown,
): Promise<void> {
  return answer(page, path, 'GET', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Answer) })
  })
}

/** The bank agrees, without anything being done. Without `json` it answers that there is nothing to say. */
export function answered(page: Page, path: string | RegExp, method: Method, json?: object): Promise<void> {
  return answer(page, path, method, (route) => route.fulfill(json ? { status: 200, json } : { status: 204 }))
}

/** There is no answer at all. */
export function unreachable(page: Page, path: string | RegExp, method: Method = 'GET'): Promise<void> {
  return answer(page, path, method, (route) => route.abort())
}

/** A fault is asked about three times more before it is told. Turns the clock on until it is; see `page.clock.install`. */
export async function untilGivenUp(page: Page, told: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(told).toBeVisible({ timeout: 300 })
  }).toPass({ timeout: 30_000 })
}

async function answer(
  page: Page,
  path: string | RegExp,
  method: Method,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  await withoutServerRendering(page)
  const matches = ({ pathname }: URL) => (typeof path === 'string' ? pathname === path : path.test(pathname))
  await page.route(matches, (route) =>
    route.request().method() === method ? handle(route) : route.fallback(),
  )
}
