import type { Page, Route } from '@playwright/test'
import { addProbe } from './page-probe.ts'

/** The order in which the scripts of a page arrive, one at a time: the order in which the page names them, or the opposite. */
export const arrivals = ['in order', 'in reverse'] as const
type Arrival = (typeof arrivals)[number]

/** Opens a page and returns the controls that its first view had and that were removed or hidden, even for one frame, while it started. */
export async function lostControls(page: Page, address: string, arrival: Arrival): Promise<string[]> {
  await openSlowly(page, address, arrival, async () => {
    await addProbe(page)
    await page.evaluate(watchControls)
  })
  return page.evaluate(() => [...controlsLost])
}

/**
 * Opens a page on a processor of a fourth of the speed, once for each form of its first view and once for a field outside of them. Types a
 * digit into the first field after each script, or chooses a day, and returns what was lost, and each form without a field.
 */
export async function lostTyping(page: Page, address: string, arrival: Arrival): Promise<string[]> {
  const cpu = await page.context().newCDPSession(page)
  await cpu.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // A form with a select alone navigates, and has nothing to lose.
  const forms = page.locator(`main form:is(:has(${typable}), :not(:has(select)))`).filter({ visible: true })
  const faults: string[] = []
  for (let at = -1, count = 0; at < count; at++) {
    const fields = at < 0 ? page.locator(`main ${typable}:not(form *)`) : forms.nth(at).locator(typable)
    const first = fields.filter({ visible: true }).first()
    let [steps, typed] = [0, '']
    await openSlowly(page, address, arrival, async () => {
      if (steps === 0) count = await forms.count()
      if (!(await first.isVisible())) return
      const value = await first.inputValue()
      if (steps > 0 && value !== typed) faults.push(`${typed} was typed, and the field has ${value}`)
      const isLeft = !(await first.evaluate((field) => field === document.activeElement))
      if (steps > 0 && isLeft) faults.push(`the field has lost the focus after ${typed}`)
      const digit = String(steps++ % 10)
      const isDate = (await first.getAttribute('type')) === 'date'
      typed = isDate ? `2026-01-1${digit}` : value + digit
      if (isDate) return first.fill(typed)
      await first.click()
      await page.keyboard.press('End')
      await page.keyboard.press(digit)
    })
    if (at >= 0 && at < count && steps === 0) faults.push(`form ${at + 1} has no field`)
  }
  await cpu.detach()
  return faults
}

const typable =
  ':is(textarea, input:is([type=date], [type=email], [type=password], [type=search], [type=tel], [type=text], :not([type])))'

/**
 * Opens a page and lets its scripts arrive one at a time until it is hydrated, and the others together. Calls `then` on its first
 * view, after each script, and at the end.
 */
async function openSlowly(page: Page, address: string, arrival: Arrival, then: () => Promise<void>) {
  const held: Route[] = []
  let isHydrated = false
  // Those that every page begins with: without them nothing runs.
  await page.route(/\.js$/, async (route) => {
    if (isHydrated || /\/(index|first|rolldown-runtime)-/.test(route.request().url())) await route.fallback()
    else held.push(route)
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await then()
  while (!(await page.evaluate(() => window.earlyPress === null))) {
    const route = arrival === 'in order' ? held.shift() : held.pop()
    if (route) await letArrive(route)
    await page.evaluate(twoFrames)
    if (route) await then()
  }
  await page.evaluate(twoFrames)
  isHydrated = true
  await Promise.all(held.map(letArrive))
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(twoFrames)
  await then()
}

async function letArrive(route: Route): Promise<void> {
  await route.fallback()
  await (await route.request().response())?.finished()
}

/** Runs in the page: it may use nothing from outside. */
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Notes in each frame which controls of the first view are gone. Runs in the page: it may use nothing from outside. */
function watchControls(): void {
  if ('controlsLost' in globalThis) return
  const drawn = new Map(probe.controls().map((control) => [control, probe.name(control)]))
  globalThis.controlsLost = new Set()
  const check = () => {
    for (const [control, name] of drawn) if (!control.checkVisibility()) controlsLost.add(name)
    requestAnimationFrame(check)
  }
  check()
}

declare global {
  var controlsLost: Set<string>
  interface Window {
    earlyPress?: unknown
  }
}
