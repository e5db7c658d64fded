import { pages } from '@bank/contract/pages'
import { publicConfig } from '../public-config.ts'
import { type LegalSection, LegalText } from './legal-text.tsx'

// The day of the last change of the text below, from which it applies.
const since = 'November 29, 2026'

/** `/privacy`: which personal data the bank has, why, and who else sees it. */
export function PrivacyPage() {
  return (
    <LegalText title={pages.privacy.title} since={since} sections={sections}>
      <p>
        {publicConfig.bankName} needs to know some things about you to keep an account for you. This page says
        what we keep, why, for how long, and who else sees it.
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
      'From the registration form: your name, date of birth, gender, employment status, email address, phone number and postal address. From your account: its number, its transactions, the payees of your transfers, and the payments you schedule. From you: your picture, your notes, the payees you save, and your messages to support.',
      'Your password and your PIN are kept only in a form that cannot be read, even by us. If you turn two-factor authentication on, so are your recovery codes. The key that your authenticator app shares with us is encrypted.',
      'When you log in: the time, the kind of browser and device, and part of the network address, so that you can recognise a session that is not yours. We also record each change you make in your settings, and attempts with a wrong password, PIN or code.',
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
      'The payee of your transfer and their bank see your name, the amount and your reference; a payee at this bank also sees your account number, to send money back. Only you see your notes. A customer who sends money to your account number sees your name with most of its letters hidden.',
      'Our staff see your data only for their work. Each time they open your page or change your account, it is recorded in a log that cannot be changed.',
      'An email service delivers our emails to you. If we store pictures with a service, yours is there, and anyone who knows its address can see it. We make the picture with your initials ourselves.',
      'If your dashboard has a market ticker, your browser asks its provider whether it can be reached, and the provider shows it in a separate frame. The provider sees your network address and may keep cookies there, but does not learn who you are or which page you are on. You can hide the ticker.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    short: 'Your account: as long as our books. Emails: 90 days.',
    text: [
      'Your details, your account, its transactions, your messages to support and the log of changes are kept as long as our books, and for at least ten years. Copies of the emails we send you, and attempts with a wrong password, PIN or code, are deleted after 90 days. A session is deleted after it has ended.',
      'Your picture, your notes and your saved payees are kept until you remove them. A service that stores pictures may keep its copy.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and your device',
    short: 'Three cookies, all our own. No trackers.',
    text: [
      'One cookie keeps you logged in and ends with your session. The other stays for 180 days after you log in. It tells us that you have used this browser before, so that a person who guesses at your password cannot lock you out. The third holds the time zone of your browser, so that our pages show times by your clock, and ends when you close the browser. We do not store it.',
      'Your browser remembers whether you chose the light or the dark theme, whether the dashboard hides its amounts and shows the market ticker, and, until you close its window, a transfer you have started, without your PIN, and why you were logged out. We keep nothing else there, and nothing that follows you to other sites.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    short: 'See it, correct it, take it with you.',
    text: [
      'You can change your phone number and address on your profile, and download your transactions and statements at any time. Contact support for a copy of everything we keep about you, to correct your name, email address or date of birth, or to object to how we use your data. We answer within one month.',
      'We cannot erase the records of your account and of the movements of your money: the law obliges us to keep them.',
    ],
  },
]
