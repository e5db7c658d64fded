import { expect, test } from 'vitest'
import { galleryPage } from './gallery-page.ts'
import type { StateScreenshots } from './screenshots.ts'

const file = 'sign-in--usual--dark-390.webp'
const taken: StateScreenshots[] = [
  { screen: 'sign in', state: 'usual', screenshots: [{ theme: 'dark', width: 390, height: 844, file }] },
]

test('a screenshot has its screen and state above it, and a text alternative', () => {
  const page = galleryPage(taken, new Map(), '')
  expect(page).toContain('<h2>sign in, usual</h2>')
  expect(page).toContain(`src="${file}" width="390" height="844" alt="sign in, usual: dark, 390 pixels wide"`)
  expect(page).not.toContain('before')
})

test('only a changed screenshot is shown beside the earlier one', () => {
  const changed = galleryPage(taken, new Map([[file, { file: '../old/one.webp', isSame: false }]]), '')
  expect(changed).toContain('src="../old/one.webp"')
  expect(changed).toContain('dark, 390 px, changed')
  const same = galleryPage(taken, new Map([[file, { file: '../old/one.webp', isSame: true }]]), '')
  expect(same).not.toContain('../old/one.webp')
  expect(same).toContain('dark, 390 px, same')
})

test('the failure of a state is shown, with its markup escaped', () => {
  const failure = 'waiting for <script>alert(1)</script>'
  const page = galleryPage([{ screen: 'users', state: 'empty', screenshots: [], failure }], new Map(), '')
  expect(page).toContain('Not reached: waiting for &#60;script&#62;')
})
