import { crc32 } from 'node:zlib'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { expect, type Page } from '@playwright/test'
import { arrive, field, fieldError, heading, test, toast } from './bank.ts'

test('a customer uploads an avatar by keyboard, sees it in every place, and removes it', async ({
  page,
  open,
}) => {
  await arrive(page, await open({ active: false, balance: '0.00' }), '/profile')
  await expect(heading(page)).toHaveText('Profile')
  await expect(page.getByRole('main')).toContainText('12 Harbour Street')
  const change = page.getByRole('button', { name: 'Change Avatar' })
  await change.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change Avatar' })
  await expect(field(page, 'image')).toBeFocused()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
  await expect(fieldError(page, 'image')).toContainText('Please select an image')

  // A screenshot is a real picture.
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await field(page, 'image').setInputFiles(picture)
  const preview = dialog.getByRole('img', { name: 'Avatar preview' })
  await expect(preview).toBeVisible()
  expect(await preview.boundingBox()).toMatchObject({ width: 150, height: 150 })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(preview).toBeHidden()
  await expect(field(page, 'image')).toBeFocused()

  await field(page, 'image').setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
  await expect(toast(page, settingsTexts.avatar.done)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  await expectPictures(page, { shown: true })
  await page.reload()
  await expectPictures(page, { shown: true })

  await page.getByRole('button', { name: 'Remove picture' }).press('Enter')
  await expect(toast(page, settingsTexts.avatar.gone)).toBeVisible()
  await expectPictures(page, { shown: false })
})

test('a file that is named like a picture and is none is refused by the bank, with the reason', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open({ active: false, balance: '0.00' }), '/profile')
  await page.getByRole('button', { name: 'Change Avatar' }).click()
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await field(page, 'image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page, settingsTexts.avatar.failed)).toBeVisible()
  await expect(fieldError(page, 'image')).toContainText('This file isn’t a valid PNG or JPEG picture')
})

test('an avatar of exactly 2 MiB is refused at the field, and one byte less is accepted', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open({ active: false, balance: '0.00' }), '/profile')
  await page.getByRole('button', { name: 'Change Avatar' }).click()
  const picture = await page.screenshot()
  const choose = (bytes: number) =>
    field(page, 'image').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: paddedTo(bytes, picture),
    })
  await choose(2_097_152)
  await expect(fieldError(page, 'image')).toContainText('Image size must be less than 2MB')
  await choose(2_097_151)
  await expect(fieldError(page, 'image')).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page, settingsTexts.avatar.done)).toBeVisible()
})

/** The same PNG in a file of this many bytes: with a chunk of text before its last chunk, which has 12 bytes. */
function paddedTo(bytes: number, png: Buffer): Buffer {
  const text = Buffer.alloc(bytes - png.length - 12 + 4, 'a')
  text.write('tEXt')
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(text.length - 4)
  checksum.writeUInt32BE(crc32(text))
  return Buffer.concat([png.subarray(0, -12), length, text, checksum, png.subarray(-12)])
}

/** On the profile and in the top bar. */
async function expectPictures(page: Page, { shown }: { shown: boolean }): Promise<void> {
  for (const place of [page.getByRole('banner'), page.getByRole('main')]) {
    const picture = place.locator('img[src^="/api/avatars/"]')
    await expect(picture).toHaveCount(shown ? 1 : 0)
    if (shown) {
      await expect
        .poll(() => picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth))
        .toBe(300)
    }
  }
}
