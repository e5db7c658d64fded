/** The names of the months. Not from `Intl`: on a phone, creating a format takes longer than rendering a page. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
