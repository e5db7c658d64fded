import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { root } from '../../bank-command.ts'
import { print } from '../command.ts'
import { expectShown, goTo } from '../states/go-to.ts'
import { keepToasts } from '../states/page-actions.ts'
import type { Screen, State } from '../states/screen.ts'
import { screens } from '../states/screens.ts'
import { setTheme, type Theme, themes } from '../states/theme.ts'

/** Windows, in pixels. */
const phone = { width: 390, height: 844 }
const tablet = { width: 768, height: 1_024 }
const desktop = { width: 1_440, height: 900 }

export type Screenshot = {
  readonly theme: Theme
  readonly width: number
  readonly height: number
  /** The name in the gallery's folder: the same in every run, so that two galleries can be compared. */
  readonly file: string
}

/** The screenshots of a state; without any where it was not reached. */
export type StateScreenshots = {
  readonly screen: string
  readonly state: string
  readonly screenshots: readonly Screenshot[]
  /** Why the state was not reached. */
  readonly failure?: string
}

/** Takes screenshots of each state of the screens in each theme and window into the folder, and prints the progress. */
export async function takeScreenshots(
  browser: Browser,
  chosen: readonly Screen[],
  folder: string,
): Promise<StateScreenshots[]> {
  await mkdir(folder, { recursive: true })
  const states = chosen.flatMap((screen) => screen.states.map((state) => ({ screen, state })))
  const taken: StateScreenshots[] = []
  for (const { screen, state } of states) {
    const names = { screen: screen.name, state: state.name }
    try {
      const screenshots = await takeState(browser, screen, state, folder)
      taken.push({ ...names, screenshots })
    } catch (error) {
      const [failure = ''] = String(error instanceof Error ? error.message : error).split('\n')
      taken.push({ ...names, screenshots: [], failure })
    }
    const { screenshots, failure } = taken.at(-1)!
    const outcome = failure === undefined ? `${screenshots.length} screenshots` : 'failed'
    print(`${String(taken.length).padStart(3)}/${states.length}  ${screen.name}, ${state.name}: ${outcome}`)
  }
  return taken
}

/** Takes the screenshots of the README anew, and returns their files. */
export async function takeReadmeScreenshots(browser: Browser): Promise<string[]> {
  const folder = join(root, 'docs/screenshots')
  const files: string[] = []
  for (const [name, screenName] of [
    ['dashboard', 'dashboard'],
    ['back-office', 'user'],
  ] as const) {
    const screen = screens.find((one) => one.name === screenName)!
    await using context = await openContext(browser)
    const page = await context.newPage()
    await goTo(page, screen, screen.states[0]!)
    for (const theme of themes) {
      await setTheme(page, theme)
      files.push(join(folder, `${name}-${theme}.png`))
      await page.screenshot({ path: files.at(-1)!, animations: 'disabled' })
    }
  }
  return files
}

async function takeState(
  browser: Browser,
  screen: Screen,
  state: State,
  folder: string,
): Promise<Screenshot[]> {
  const name = `${screen.name}--${state.name}`.replaceAll(' ', '-')
  const screenshots: Screenshot[] = []
  await using context = await openContext(browser)
  const page = await context.newPage()
  const windows = [phone, tablet, desktop].filter(({ width }) => state.widths?.includes(width) ?? true)
  // What exists on a small screen only can be reached there only.
  if (state.widths) await page.setViewportSize(windows[0]!)
  await goTo(page, screen, state)
  await keepToasts(page)
  for (const window of windows) {
    const { width } = window
    await page.setViewportSize(window)
    await expectShown(page, state)
    const height = await fitWindow(page, window)
    for (const theme of themes) {
      await setTheme(page, theme)
      const file = `${name}--${theme}-${width}.webp`
      await page.screenshot({ path: join(folder, file), type: 'webp', quality: 82, animations: 'disabled' })
      screenshots.push({ theme, width, height, file })
    }
  }
  return screenshots
}

function openContext(browser: Browser) {
  return browser.newContext({
    viewport: desktop,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  })
}

// What is longer is a list, and its first screens show enough.
const heightMax = 2_400

/** Makes the window as high as its page, unless a dialog is open, which keeps its place in a window of the usual height. */
async function fitWindow(page: Page, { width, height }: typeof phone): Promise<number> {
  if (await page.locator('[role=dialog], [role=alertdialog]').filter({ visible: true }).count()) return height
  const needed = await page.evaluate(() => document.documentElement.scrollHeight)
  const fitted = Math.min(Math.max(height, needed), heightMax)
  await page.setViewportSize({ width, height: fitted })
  return fitted
}
