import { pages } from '@bank/contract/pages'
import { publicConfig } from '../public-config.ts'
import { type LegalSection, LegalText } from './legal-text.tsx'

/** `/privacy`: which personal data the bank has, why, and who else sees it. */
export function PrivacyPage() {
  return (
    <LegalText title={pages.privacy.title} since="January 1, 2026" sections={sections}>
      <p>
        {publicConfig.bankName} needs to know some things about you to keep an account for you. This page says
        what we keep, why, and who else sees it.
      </p>
    </LegalText>
  )
}

const sections: readonly LegalSection[] = [
  {
    id: 'what',
    title: 'What we keep',
    short: 'What you give us, and the activity of your account.',
    text: [
      'From the registration form: your name, date of birth, gender, employment status, email address, telephone number and postal address. From your account: its number, its transactions, and the beneficiaries of your transfers. From you: your picture, your notes, the beneficiaries you save, and your messages to support.',
      'Your password and your PIN are kept only in a form that cannot be read, even by us. If you turn two-factor authentication on, so are your recovery codes; the key that your authenticator app and the bank share is kept encrypted.',
      'When you log in: the time, the kind of browser, and part of the network address, so that you can recognise a session that is not yours.',
    ],
  },
  {
    id: 'why',
    title: 'What we use it for',
    short: 'To run your account, and because the law requires it of banks.',
    text: [
      'We use it to run your account, to move your money as you order, to protect you against misuse, to answer you, and to keep the records that the law requires of a bank. We do not sell it and we do not show you advertisements.',
    ],
  },
  {
    id: 'who',
    title: 'Who else sees it',
    short: 'Only those who need it to carry out your orders.',
    text: [
      'The bank that receives your transfer sees your name, the amount and what you wrote. Our own staff see your data only for their work, and every time they open your page or change your account, it is recorded. We make the picture with your initials ourselves, so no outside service learns who our customers are.',
      'Where your dashboard has a market ticker, your browser asks its provider whether it can be reached, and the provider shows it in a separate frame: it sees your network address and may keep cookies there, but does not learn who you are or which page you are on. You can hide it.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and your device',
    short: 'Two cookies, both our own. No trackers.',
    text: [
      'One cookie keeps you signed in and ends with your session. The other stays for half a year after you signed in: it tells us that you have used this browser before, so that others who guess at your password cannot lock you out.',
      'Your browser remembers whether you chose the light or the dark theme, whether the dashboard hides its amounts and shows the market ticker, and, until you close its window, the number of a transfer you have started. We keep nothing else there, and nothing that follows you to other sites.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    short: 'Access, correct, export, erase.',
    text: [
      'You may ask for a copy of what we keep about you, have mistakes corrected, and have it erased once the law no longer obliges us to keep it; movements of money must be kept for ten years. Write to support, and we answer within one month.',
    ],
  },
]
