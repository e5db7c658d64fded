import { expect, test } from 'vitest'
import { galleryPage } from './gallery-page.ts'
import { type Drawn, fileOf } from './picture.ts'

const looks = { tokens: '', style: '', script: '', font: '' }
const file = fileOf('sign in', 'usual', 'dark', 390)
const drawn: Drawn[] = [
  { screen: 'sign in', state: 'usual', pictures: [{ theme: 'dark', width: 390, height: 844, file }] },
]

test('a picture is called after its screen, state, theme and width in every run', () => {
  expect(file).toBe('sign-in--usual--dark-390.webp')
})

test('every picture stands under its screen and state, with words for those who cannot see it', () => {
  const page = galleryPage(drawn, new Map(), looks)
  expect(page).toContain('<h2>sign in</h2>')
  expect(page).toContain('<h3>usual</h3>')
  expect(page).toContain(`src="${file}" width="390" height="844" alt="sign in, usual: dark, 390 pixels wide"`)
  expect(page).not.toContain('before')
})

test('a picture that has changed stands beside the one of before, one that has not stands alone', () => {
  const changed = galleryPage(drawn, new Map([[file, { file: '../old/one.webp', isSame: false }]]), looks)
  expect(changed).toContain('src="../old/one.webp"')
  expect(changed).toContain('dark, 390 px, changed')
  const same = galleryPage(drawn, new Map([[file, { file: '../old/one.webp', isSame: true }]]), looks)
  expect(same).not.toContain('../old/one.webp')
  expect(same).toContain('dark, 390 px, same')
})

test('what could not be drawn is said, and no word of it becomes markup', () => {
  const failure = 'waiting for <script>alert(1)</script>'
  const page = galleryPage([{ screen: 'users', state: 'empty', pictures: [], failure }], new Map(), looks)
  expect(page).toContain('Could not be drawn: waiting for &#60;script&#62;')
})
