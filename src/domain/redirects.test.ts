import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RedirectFault, readRedirects, redirectWords } from './redirects.ts';

const faultOf = (text: string) => {
  const read = readRedirects(text);
  return read.ok ? 'none at all' : read.problem.name;
};

describe('addresses that an application is sent back to', () => {
  it('are kept in their order, and each as it was written', () => {
    const text = ' https://B.example/Cb?x=%41 , http://localhost:8080,https://a.example/,https://b.example ';
    const value = [
      'https://B.example/Cb?x=%41',
      'http://localhost:8080',
      'https://a.example/',
      'https://b.example',
    ];
    expect(readRedirects(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['https with a path, a port and a query', 'https://partner.example:8443/oauth/callback?tenant=7&x=a%20b'],
    ['https in capitals', 'HTTPS://PARTNER.EXAMPLE/'],
    ['a name in Russian', 'https://мастер.рф/возврат'],
    ['this machine by name', 'http://localhost/callback'],
    ['this machine by name and port', 'http://localhost:8999/callback'],
    ['this machine by number', 'http://127.0.0.1:8999/'],
    ['another number of this machine', 'http://127.45.6.7/'],
    ['this machine in short, which browsers read as 127.0.0.1', 'http://127.1/'],
    ['this machine by its IPv6 number', 'http://[::1]:8999/'],
    ['https on this machine', 'https://localhost/'],
    ['a number over https', 'https://192.168.0.7/'],
  ])('may be %s', (_what, address) => {
    expect(readRedirects(address)).toEqual({ ok: true, value: [address] });
  });

  it.each<[RedirectFault['name'], string, string]>([
    ['none', 'nothing', ''],
    ['none', 'commas alone', ' , ,'],
    ['notAnAddress', 'a word', 'partner'],
    ['notAnAddress', 'a host without a scheme', 'partner.example/callback'],
    ['notAnAddress', 'a path', '/callback'],
    ['notAnAddress', 'an address of whatever scheme the page has', '//partner.example/callback'],
    ['notAnAddress', 'a script', 'javascript:alert(document.domain)'],
    ['unsafe', 'a script that looks like an address', 'javascript://partner.example/%0aalert(1)'],
    ['notAnAddress', 'data', 'data:text/html;base64,PHNjcmlwdD4='],
    ['notAnAddress', 'a blob of an address', 'blob:https://partner.example/1'],
    ['unsafe', 'a file', 'file://server/secret'],
    ['unsafe', 'an ftp server', 'ftp://partner.example/'],
    ['notAnAddress', 'a scheme of an app', 'com.partner.app:/callback'],
    ['unsafe', 'a scheme of an app with a host', 'partner://callback'],
    ['unsafe', 'http to another machine', 'http://partner.example/callback'],
    ['unsafe', 'http to this network', 'http://192.168.0.7/'],
    ['unsafe', 'http to every address of this machine', 'http://0.0.0.0/'],
    ['unsafe', 'a stranger who begins like this machine', 'http://localhost.evil.com/'],
    ['unsafe', 'a stranger who begins like a number of this machine', 'http://127.0.0.1.evil.com/'],
    ['unsafe', 'a stranger who ends like this machine', 'http://notlocalhost/'],
    ['unsafe', 'this machine with a final dot', 'http://localhost./'],
    ['unsafe', 'this machine as IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['notAnAddress', 'a number that is none', 'http://127.0.0.999/'],
    ['notAnAddress', 'backslashes', 'https:\\\\partner.example\\callback'],
    ['notAnAddress', 'a backslash before the at sign', 'https://partner.example\\@evil.example/'],
    ['notAnAddress', 'one slash', 'https:/partner.example/'],
    ['notAnAddress', 'three slashes', 'https:///partner.example/'],
    ['notAnAddress', 'no host', 'https://'],
    ['notAnAddress', 'an impossible port', 'https://partner.example:99999/'],
    ['notAnAddress', 'any host', 'https://*.partner.example/callback'],
    ['notAnAddress', 'any path', 'https://partner.example/*'],
    ['notAnAddress', 'a space', 'https://partner.example/call back'],
    ['notAnAddress', 'a line break', 'https://partner.example/\nSet-Cookie:x'],
    ['notAnAddress', 'a tab within the scheme', 'java\tscript://x'],
    ['notAnAddress', 'a control character', 'https://partner.example/\u0001'],
    ['notAnAddress', 'letters that run the other way', 'https://partner.example/\u202Etxt.exe'],
    ['notAnAddress', 'a letter without width', 'https://partner\u200B.example/'],
    ['notAnAddress', 'a host that goes on as a policy', 'https://partner.example;sandbox/'],
    ['notAnAddress', 'a host in quotes', 'https://"partner.example"/'],
    ['fragment', 'a fragment', 'https://partner.example/#token'],
    ['fragment', 'an empty fragment', 'https://partner.example/#'],
    ['credentials', 'a name', 'https://user@partner.example/'],
    ['credentials', 'a name and a password', 'https://user:secret@partner.example/'],
    ['credentials', 'an empty name', 'https://@partner.example/'],
    ['credentials', 'a host as a name', 'https://bank.example@evil.example/'],
    ['tooMany', 'eleven', Array.from({ length: 11 }, (_, at) => `https://partner.example/${at}`).join()],
  ])('%s: not %s', (name, _what, text) => {
    expect(faultOf(text)).toBe(name);
  });

  it('are refused for the first bad one, and it is named', () => {
    const text = 'https://a.example/,http://b.example/,javascript:1';
    const problem = { name: 'unsafe', address: 'http://b.example/' };
    expect(readRedirects(text)).toEqual({ ok: false, problem });
  });

  it('lead nowhere but to https or to this machine, whatever is written', () => {
    const pieces = ['https:', 'http:', '//', 'localhost', '127.1', '[::1]', 'evil.com', ...'/\\@#?:,.*'];
    const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 9 });
    fc.assert(
      fc.property(
        texts.map(parts => parts.join('')),
        text => {
          const read = readRedirects(text);
          for (const address of read.ok ? read.value : []) {
            const { protocol, hostname, username, password, hash } = new URL(address);
            const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
            expect(protocol === 'https:' || (protocol === 'http:' && isHere)).toBe(true);
            expect([username, password, hash]).toEqual(['', '', '']);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('what is said of a bad one', () => {
  const faults = ['none', 'notAnAddress', 'unsafe', 'fragment', 'credentials', 'tooMany'] as const;

  it.each(faults)('%s is told in Russian', name => {
    expect(redirectWords({ name, address: 'https://x' })).toMatch(/^[А-Я][^ё]+$/u);
  });

  it.each(['notAnAddress', 'unsafe', 'fragment', 'credentials'] as const)('%s names the address', name => {
    expect(redirectWords({ name, address: 'ftp://плохой' })).toContain('ftp://плохой');
  });
});
