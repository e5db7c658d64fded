import { endpoints } from '@bank/contract/endpoints'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { altered, held, refused } from './answers.ts'
import { richAndLongNamed } from './extremes.ts'
import { failedLoad } from './failures.ts'
import { type Action, fill, press, pressInDialog, readRightToLeft } from './page-actions.ts'
import { button, confirmation, field, fieldError, role, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { readMe, changeProfile, setAvatar } = endpoints

const changeAvatar = press('Change Avatar')
const avatar = button('Change Avatar')
const edit = press('Edit')
const save = button('Save')
const confirmationWanted = refused(changeProfile, 'confirm_required', { code: false })
const chooseImage: Action = async (page) =>
  field('image')(page).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })

/** A customer's profile, and its form. */
export const profileScreens: readonly Screen[] = [
  screen('profile', '/profile', 'alice', {
    usual: { shows: avatar },
    loading: { arrange: [held(readMe)], shows: role('heading', { name: 'Profile' }) },
    error: failedLoad(readMe),
    'long names': { arrange: richAndLongNamed, shows: avatar },
    'picture failing': {
      arrange: [altered(readMe, (me) => ({ ...me, avatar: '/api/avatars/lost' }))],
      shows: avatar,
    },
    editing: { act: [edit], shows: save },
    'edit invalid': { act: [edit, fill('phone', '12345'), press('Save')], shows: fieldError('phone') },
    'edit refused': {
      arrange: [refused(changeProfile, 'country_unknown')],
      act: [edit, press('Save')],
      shows: fieldError('country'),
    },
    'edit not confirmed': {
      arrange: [confirmationWanted],
      act: [edit, press('Save'), pressInDialog('Cancel')],
      shows: text('Your profile was not changed'),
    },
    'edit to be confirmed': {
      arrange: [confirmationWanted],
      act: [edit, press('Save')],
      shows: confirmation,
    },
    saving: {
      arrange: [held(changeProfile)],
      act: [edit, press('Save')],
      shows: button(settingsTexts.profile.busy),
    },
    'not active': { as: 'bruno', act: [edit], shows: save },
    'right to left': { act: [readRightToLeft, edit], shows: save },
    'choose a picture': { act: [changeAvatar], shows: field('image') },
    'no picture chosen': { act: [changeAvatar, pressInDialog('Upload')], shows: fieldError('image') },
    'picture chosen': {
      act: [changeAvatar, chooseImage],
      shows: role('img', { name: 'Avatar preview' }),
    },
    uploading: {
      arrange: [held(setAvatar)],
      act: [changeAvatar, chooseImage, pressInDialog('Upload')],
      shows: button('Uploading...'),
    },
  }),
]
