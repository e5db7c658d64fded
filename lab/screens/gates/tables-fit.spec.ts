import { endpoints } from '@bank/contract/endpoints'
import { test } from '@bank/e2e/bank'
import { expect, type Page } from '@playwright/test'
import { altered } from '../states/answers.ts'
import { goTo } from '../states/go-to.ts'
import type { Action } from '../states/page-actions.ts'
import { screens } from '../states/screens.ts'

const statuses = ['success', 'pending', 'failed'] as const
const sixFigures = { amount: '888888.88', balanceAfter: '888888.88' }

const arranged = {
  transactions: altered(endpoints.listTransactions, (answer) => ({
    ...answer,
    transactions: answer.transactions.map((row, at) => ({
      ...row,
      ...sixFigures,
      status: statuses[at % statuses.length]!,
    })),
  })),
  statement: altered(endpoints.readStatement, (answer) => ({
    ...answer,
    lines: answer.lines.map((line) => ({ ...line, ...sixFigures })),
  })),
}

for (const [name, arrange] of Object.entries(arranged)) {
  test(`every column of the table fits beside the sidebar with amounts of six figures: ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 770, height: 900 })
    await openUsual(page, name, [arrange])
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
      for (const width of [768, 770, 775, 780, 785, 800]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await pixelsTooWide(page), `${width} px, ${direction}`).toBe(0)
      }
    }
  })
}

for (const [name, width, height, least] of [
  ['transactions', 1_440, 900, 14],
  ['dashboard', 390, 844, 3],
] as const) {
  test(`the first screen of ${width} × ${height} px has ${least} rows: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openUsual(page, name)
    const ends = await page
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    expect(ends.filter((end) => end <= height).length).toBeGreaterThanOrEqual(least)
  })
}

async function openUsual(page: Page, name: string, arrange: readonly Action[] = []): Promise<void> {
  const screen = screens.find((one) => one.name === name)!
  await goTo(page, screen, { ...screen.states[0]!, arrange })
}

/** How much of the table is seen only after scrolling sideways. */
function pixelsTooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const region = document.querySelector('table')!.closest('section')!
    return region.scrollWidth - region.clientWidth
  })
}
