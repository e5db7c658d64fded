import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { expectSettled, goTo } from '../states/go-to.ts'
import type { Screen, State } from '../states/screen.ts'
import { type Drawn, fileOf, type Picture, themes, windows } from './picture.ts'
import { stillPage } from './still-page.ts'

/** Draws each state of the screens in each theme and window into the folder, and says how far it is. */
export async function drawScreens(
  browser: Browser,
  screens: readonly Screen[],
  folder: string,
  say: (text: string) => void,
): Promise<Drawn[]> {
  await mkdir(folder, { recursive: true })
  const wanted = screens.flatMap((screen) => screen.states.map((state) => ({ screen, state })))
  const drawn: Drawn[] = []
  for (const { screen, state } of wanted) {
    const one = await drawState(browser, screen, state, folder)
    drawn.push(one)
    const count = one.failure === undefined ? `${one.pictures.length} pictures` : 'failed'
    say(`${String(drawn.length).padStart(3)}/${wanted.length}  ${screen.name}, ${state.name}: ${count}`)
  }
  return drawn
}

async function drawState(browser: Browser, screen: Screen, state: State, folder: string): Promise<Drawn> {
  const sizes = windows.filter(({ width }) => state.widths?.includes(width) ?? true)
  const { page, setTheme, close } = await stillPage(browser, sizes.at(-1)!)
  const names = { screen: screen.name, state: state.name }
  try {
    await goTo(page, screen, state)
    const pictures: Picture[] = []
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectSettled(page, state)
      const height = await fitWindow(page, size)
      for (const theme of themes) {
        await setTheme(theme)
        const file = fileOf(screen.name, state.name, theme, size.width)
        await page.screenshot({ path: join(folder, file), type: 'webp', quality: 82, animations: 'disabled' })
        pictures.push({ theme, width: size.width, height, file })
      }
    }
    return { ...names, pictures }
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return { ...names, pictures: [], failure: reason }
  } finally {
    await close()
  }
}

// What is longer is a list, and its first screens tell enough.
const heightMax = 2_400

/** Makes the window as tall as the page in it; with something open in front of the page it stays as people have it. */
async function fitWindow(page: Page, size: { width: number; height: number }): Promise<number> {
  if (await page.locator('[role=dialog], [role=alertdialog]').filter({ visible: true }).count())
    return size.height
  const needed = await page.locator('html').evaluate(({ scrollHeight }) => scrollHeight)
  const height = Math.min(Math.max(size.height, needed), heightMax)
  await page.setViewportSize({ width: size.width, height })
  return height
}
