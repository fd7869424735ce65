import { checkRules, texts } from '#tests/support/rule-table.ts';
import { creditCard, ip, ipOrFqdn, url } from './addresses.ts';
import { email } from './email.ts';

checkRules({
  'email()': [
    email(),
    ['anna@example.com', 'a.b+c@mail.example.ru', 'A_1@EXAMPLE.COM', ['a@b.ru', 'c@d.ru']],
    [
      ...texts('anna | anna@ | @example.com | anna@example | a@b@c.ru | a b@c.ru | a..b@c.ru'),
      ...texts('анна@example.com | anna@пример.рф | anna@xn--e1afmkfd.xn--p1ai | a@b.ru,c@d.ru'),
      ...[' a@b.ru', 'a@b.ru ', ' ', 5, ['a@b.ru', 'c'], ['']],
    ],
  ],
  "email('multiple')": [
    email('multiple'),
    ['a@b.ru', 'a@b.ru,c@d.ru', 'a@b.ru, c@d.ru ', ['a@b.ru', 'c@d.ru']],
    ['a@b.ru,', 'a@b.ru,c', 'a@b.ru;c@d.ru', ',', ' ', ['a@b.ru', 'c']],
  ],
  'ip()': [
    ip(),
    ['127.0.0.1', '0.0.0.0', '255.255.255.255', ['10.0.0.1', '8.8.8.8']],
    [
      ...texts('256.0.0.1 | 1.2.3 | 1.2.3.4.5 | 01.2.3.4 | ::1 | 1.2.3.4:80 | localhost'),
      ...[' 1.2.3.4', 16909060, ' ', ['10.0.0.1', 'x']],
    ],
  ],
  'ip(6)': [
    ip(6),
    [
      ...texts('::1 | :: | 2001:db8::8a2e:370:7334 | FE80::1 | ::ffff:192.0.2.1 | fe80::1%eth0'),
      ...texts('1:2:3:4:5:6:7:8'),
    ],
    [...texts('127.0.0.1 | 1:2:3:4:5:6:7 | 1::2::3 | 12345::1 | g::1 | [::1] | :1 | 1:2:3:4:5:6:7:8:9'), ' '],
  ],
  "ip('any')": [
    ip('any'),
    ['127.0.0.1', '::1', ['1.1.1.1', '::']],
    ['example.com', '256.1.1.1', '[::1]', ' ', ':::'],
  ],
  'ipOrFqdn()': [
    ipOrFqdn(),
    [
      ...texts('127.0.0.1 | ::1 | example.com | a.b.c.example.co.uk | xn--e1afmkfd.xn--p1ai | пример.рф'),
      ...texts('Почта.РФ | 1c.ru | a-b.example | x.museum'),
      ...[['example.com', '1.1.1.1'], `${'a'.repeat(63)}.ru`],
    ],
    [
      ...texts('localhost | example | example.com. | -a.ru | a-.ru | a_b.ru | a..ru | .ru | example.c | a.1'),
      ...texts('a b.ru | 256.1.1.1 | 1.2.3 | http://example.com | example.com/x | example.com:80 | 😀.ru'),
      ...texts('a@b.ru'),
      ...[' ', 5, `${'a'.repeat(64)}.ru`, `${'я'.repeat(60)}.рф`, `${'a.'.repeat(130)}ru`],
      ['example.com', 'x'],
    ],
  ],
  'url()': [
    url(),
    [
      ...texts('https://example.com | http://example.com/a?b=c#d | example.com | www.example.com/путь'),
      ...texts('ftp://example.com | http://127.0.0.1:8080/ | http://[::1]:3000/x | https://пример.рф/я'),
      ...texts('HTTPS://EXAMPLE.COM | http://user:secret@example.com/ | example.com:8080'),
      ...texts('xn--e1afmkfd.xn--p1ai'),
      ['example.com', 'http://a.ru'],
    ],
    [
      ...texts('example | http:// | http://localhost | javascript:alert(1) | mailto:a@b.ru | //example.com'),
      ...texts('a b.ru | http://example.com/a b | http://12345 | http://256.1.1.1'),
      ...texts('http://example.com:99999 | data:text/html,x | http://<b>.ru | file:///etc/passwd'),
      ...texts('http:example.com | ::1 | http://?a.ru'),
      ...[' ', 5, `http://a.ru/${'x'.repeat(2100)}`, ['example.com', 'x'], 'http://example.com\\@evil.ru'],
    ],
  ],
  "url('require_protocol')": [
    url('require_protocol'),
    ['https://example.com', 'http://1.1.1.1', 'ftp://example.com/x'],
    ['example.com', 'www.example.com', '//example.com', 'https:/example.com', ' '],
  ],
  'creditCard()': [
    creditCard(),
    [
      ...texts('4111111111111111 | 4111 1111 1111 1111 | 4111-1111-1111-1111 | 5555555555554444'),
      ...texts('378282246310005 | 2200000000000004 | 2200 0000 0000 0004 | 2221000000000009'),
      ...texts('6205500000000000004'),
    ],
    [
      ...texts('4111111111111112 | 1234567890123456 | 411111111111111 | 4111 1111 1111 111a'),
      ...texts('0000000000000000 | 2200000000000005 | 2205000000000009 | ٤١١١١١١١١١١١١١١١'),
      ...texts('4111_1111_1111_1111 | 41111111111111111111111'),
      ' ',
    ],
  ],
});
