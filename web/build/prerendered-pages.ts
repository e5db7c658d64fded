import type { drawView } from '../src/rendering/prerender.tsx'

/** The pages that visitors come to first. */
const paths = ['/', '/register', '/support', '/terms', '/privacy']

/** The views that are drawn ahead, as HTML by path, in all circumstances: the demo as 0 or 1, and the e-mail address. */
export async function drawViews(draw: typeof drawView): Promise<Record<string, Record<string, string>>> {
  const views: Record<string, Record<string, string>> = {}
  for (const path of paths) {
    views[path] = {}
    for (const [demo, supportEmail] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      views[path][`${Number(demo)}${Number(supportEmail)}`] = await draw(path, { demo, supportEmail })
    }
  }
  return views
}
