import { endpoints } from '@bank/contract/endpoints'
import { test } from '@bank/e2e/bank'
import { expect, type Page } from '@playwright/test'
import { altered } from '../states/answers.ts'
import { goTo } from '../states/go-to.ts'
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
    const screen = screens.find((one) => one.name === name)!
    await page.setViewportSize({ width: 770, height: 900 })
    await goTo(page, screen, { ...screen.states[0]!, arrange: [arrange] })
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
      for (const width of [768, 770, 775, 780, 785, 800]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await pixelsTooWide(page), `${width} px, ${direction}`).toBe(0)
      }
    }
  })
}

/** How much of the table is seen only after scrolling sideways. */
function pixelsTooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const region = document.querySelector('table')!.closest('section')!
    return region.scrollWidth - region.clientWidth
  })
}
