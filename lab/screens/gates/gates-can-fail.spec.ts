import { countLayoutShifts, shiftFaults } from '@bank/e2e/layout-shift'
import { expect, test } from '@playwright/test'
import { type GateName, gates } from './gates.ts'
import { lostControls, lostTyping } from './page-start.ts'
import { paperFaults } from './paper.ts'

// Each gate checks a page that must fail, and one that must pass.

const passes = '<main><h1>Account</h1><p>Your balance is $100.00.</p><button>Send money</button></main>'

const cases: readonly [gate: GateName, what: string, html: string, fault: RegExp][] = [
  ['axe', 'grey letters on white', '<p style="color: #bbb">Hello</p>', /color-contrast/],
  ['axe', 'a field without a name', '<input>', /label/],
  ['targets', 'a link of 20 px', '<a href="/" style="display: block; height: 20px">x</a>', /× 20 px/],
  ['room', 'a page wider than its window', '<div style="width: 2000px">.</div>', /px too wide/],
  [
    'room',
    'a sentence that is cut off',
    '<p style="width: 60px; overflow: hidden; white-space: nowrap">Your balance is low</p>',
    /cut off/,
  ],
  [
    'room',
    'one sentence on another',
    '<p style="position: absolute">One two</p><p style="position: absolute">Three</p>',
    /lies on/,
  ],
  [
    'room',
    'a box that scrolls sideways',
    '<div style="width: 100px; overflow-x: auto"><div style="width: 500px">.</div></div>',
    /no named region/,
  ],
  [
    'motion',
    'a paragraph that turns',
    '<style>@keyframes turn { to { rotate: 360deg } }</style><p style="animation: turn 1s infinite">Wait</p>',
    /moves/,
  ],
  [
    'text spacing',
    'a box with room for its text as it is only',
    '<p style="width: 150px; height: 20px; margin: 0; overflow: hidden; font: 16px/1.2 sans-serif">Your balance is low</p>',
    /cut off/,
  ],
  ['right to left', 'a margin on the left', '<div style="margin-left: 40px">Hello</div>', /mirror/],
  [
    'right to left',
    'a name shortened at its beginning',
    '<p style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Alice Moreno</p>',
    /Alice Moreno is cut off at its beginning/,
  ],
]

for (const [gate, what, html, fault] of cases) {
  test(`the gate ${gate} finds ${what}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.setContent(pageOf(passes))
    expect(await gates[gate](page)).toEqual([])
    await page.setContent(pageOf(passes.replace('</main>', `${html}</main>`)))
    expect((await gates[gate](page)).join('\n')).toMatch(fault)
  })
}

test('the gate layout shift finds a page that moves while it loads', async ({ page }) => {
  await countLayoutShifts(page)
  await page.goto('about:blank')
  await page.setContent(pageOf(passes))
  expect(await shiftFaults(page)).toEqual([])
  await page.evaluate(() => void document.body.style.setProperty('padding-block-start', '300px'))
  await expect.poll(() => shiftFaults(page)).toEqual([expect.stringContaining('moved by')])
})

const statement = `<style>@media print { nav { display: none } tr { break-inside: avoid } }</style>
  <nav><a href="/transfer">Funds Transfer</a></nav><table><tbody><tr><td>Salary</td><td>+$100.00</td></tr></tbody></table>`

for (const [what, html, fault] of [
  [
    'a row whose words are cut off',
    '<table><tr><td style="display: block; width: 60px; overflow: hidden; white-space: nowrap">Transfer to Erik Holm</td></tr></table>',
    /"Transfer to Erik Holm" is cut off/,
  ],
  [
    'a row that lies on another',
    '<table style="position: absolute; top: 8px; left: 8px"><tr><td>Rent</td></tr></table>',
    /"Salary" lies on "Rent"|"Rent" lies on "Salary"/,
  ],
  ['a row wider than the sheet', '<table><td style="min-width: 800px">Rent</table>', /px too wide/],
  [
    'a row that a page break may cut',
    '<table><tr style="break-inside: auto"><td>Rent</td></tr></table>',
    /Rent may be cut by a page break/,
  ],
  ['a menu on paper', '<nav style="display: block !important">Dashboard</nav>', /<nav> Dashboard is printed/],
  ['a button on paper', '<button>Download PDF</button>', /<button> Download PDF is printed/],
] as const) {
  test(`the gate print finds ${what}`, async ({ page }) => {
    for (const format of ['A4', 'Letter'] as const) {
      await page.setContent(pageOf(statement))
      expect(await paperFaults(page, format)).toEqual([])
      await page.setContent(pageOf(statement + html))
      expect((await paperFaults(page, format)).join('\n')).toMatch(fault)
    }
  })
}

const startingPage =
  pageOf(`<main><h1 id="heading" tabindex="-1">Welcome</h1><a id="link" href="/support">Help</a>
  <input id="email" type="email"></main><script type="module" src="/late.js"></script>`)
const hydrated = 'window.earlyPress = null'

for (const [what, check, script, fault] of [
  ['takes a link away', lostControls, 'link.replaceWith(link.cloneNode(true))', /<a> Help/],
  ['hides a link', lostControls, 'link.hidden = true', /<a> Help/],
  ['takes the focus from a field', lostTyping, 'heading.focus()', /lost the focus/],
  ['forgets what was typed', lostTyping, 'email.value = ""', /^0 was typed, and the field has $/],
] as const) {
  test(`the gate page start finds a script that ${what}`, async ({ page }) => {
    const address = `${process.env.BANK_URL}/start`
    const open = async (script: string) => {
      await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: startingPage }))
      const late = { contentType: 'text/javascript', body: script }
      await page.route('**/late.js', (route) => route.fulfill(late))
      return (await check(page, address, 'in order')).join()
    }
    expect(await open(hydrated)).toBe('')
    expect(await open(`${script}; ${hydrated}`)).toMatch(fault)
  })
}

function pageOf(body: string): string {
  return `<!doctype html><html lang="en"><head><title>A page</title>
  <style>button { min-width: 44px; min-height: 44px }</style></head><body>${body}</body></html>`
}
