import { configure } from '@testing-library/react';

/** On a busy machine a second is short; a test that succeeds waits no longer for it. */
configure({ asyncUtilTimeout: 8_000 });
