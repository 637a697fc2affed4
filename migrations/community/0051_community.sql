-- Who sees posts: each audience once, spelt as the event log spells them. Rows are only ever added.
create table community_audiences (
    id       bigint primary key,
    audience text not null unique
);

-- Posts of the class forum.
create table community_posts (
    id            bigint primary key,
    -- Made by the client: sending the same again makes one post.
    key           text,
    -- `forum`, `food`, `hot`, `poll` or `survey`.
    type          text not null,
    title         text not null,
    -- Markdown, as it was written.
    content       text not null,
    -- Empty when the author was erased. Of an anonymous post nobody but the staff who ask for it, with a reason, is
    -- told.
    author_id     text not null,
    -- The author's class, whose moderators look after the post; two digits.
    class         text not null,
    author_tier   bigint not null,
    anonymous     bigint not null,
    audience_id   bigint not null,
    -- JSON lists of texts: the tags, the hashes of the images.
    tags          text not null,
    images        text not null,
    -- The integration that posted in the name of its owner, as JSON.
    via           text,
    pinned        bigint not null,
    featured      bigint not null,
    like_count    bigint not null,
    comment_count bigint not null,
    share_count   bigint not null,
    -- The number of the next anonymous voice below it; no number is given twice, also when comments are gone.
    next_alias    bigint not null default 1,
    -- The place in the order of what is hot, in milliseconds; grows with likes, comments and shares.
    hot           bigint not null,
    revision      bigint not null,
    edited_at     bigint,
    -- Who deleted it and when; it can be restored for a day.
    deleted_at    bigint,
    deleted_by    text not null,
    created_at    bigint not null,
    updated_at    bigint not null
);
create unique index community_posts_once on community_posts (author_id, key);
create index community_posts_author on community_posts (author_id, id);
-- Lists pass over what their reader does not see, so they find in the index whom a post is for and who wrote it.
create index community_posts_latest on community_posts (id, audience_id, author_id, pinned) where deleted_at is null;
create index community_posts_type on community_posts (type, id, audience_id, author_id) where deleted_at is null;
create index community_posts_hot on community_posts (hot, id, audience_id, author_id) where deleted_at is null;
create index community_posts_hot_type on community_posts (type, hot, id, audience_id, author_id)
    where deleted_at is null;
-- `pinned` and `featured` lead, or the planner takes an index of all posts in the same order.
create index community_posts_pinned on community_posts (pinned, id) where pinned = 1 and deleted_at is null;
create index community_posts_featured on community_posts (featured, id, audience_id, author_id, type)
    where featured = 1 and deleted_at is null;
create index community_posts_hot_featured on community_posts (featured, hot, id, audience_id, author_id, type)
    where featured = 1 and deleted_at is null;
-- Rankings count points of all posts of some days.
create index community_posts_ranked on community_posts
    (created_at, audience_id, author_id, type, like_count, comment_count, share_count, id) where deleted_at is null;
create index community_posts_deleted on community_posts (deleted_at) where deleted_at is not null;

create table community_tags (
    tag     text not null,
    post_id bigint not null,
    primary key (tag, post_id)
);
create index community_tags_post on community_tags (post_id);

-- What a post said before it was edited.
create table community_revisions (
    post_id     bigint not null,
    revision    bigint not null,
    title       text not null,
    content     text not null,
    tags        text not null,
    images      text not null,
    editor_id   text not null,
    replaced_at bigint not null,
    primary key (post_id, revision)
);

create table community_comments (
    id          bigint primary key,
    key         text,
    post_id     bigint not null,
    -- The comment that it answers.
    parent_id   bigint,
    -- The comment that it quotes.
    quote_id    bigint,
    author_id   text not null,
    class       text not null,
    author_tier bigint not null,
    anonymous   bigint not null,
    -- The number of the anonymous author among those of the post; null for the author of the post, and for names.
    alias       bigint,
    content     text not null,
    -- The integration that wrote it in the name of its owner, as JSON.
    via         text,
    like_count  bigint not null,
    edited_at   bigint,
    deleted_at  bigint,
    deleted_by  text not null,
    created_at  bigint not null
);
create unique index community_comments_once on community_comments (author_id, key);
-- Lists count the comments of others after one, without reading them.
create index community_comments_post on community_comments (post_id, id, author_id, deleted_at);
create index community_comments_author on community_comments (author_id, id);
create index community_comments_deleted on community_comments (deleted_at) where deleted_at is not null;

create table community_likes (
    -- `post` or `comment`.
    target     text not null,
    target_id  bigint not null,
    user_id    text not null,
    created_at bigint not null,
    -- The number first: it tells most rows apart, and is compared fastest.
    primary key (target_id, target, user_id)
);
create index community_likes_user on community_likes (user_id, created_at);

create table community_bookmarks (
    user_id    text not null,
    post_id    bigint not null,
    created_at bigint not null,
    primary key (user_id, post_id)
);
create index community_bookmarks_post on community_bookmarks (post_id);

-- Who has passed a post on; the author is never among them.
create table community_shares (
    post_id bigint not null,
    user_id text not null,
    primary key (post_id, user_id)
);
create index community_shares_user on community_shares (user_id);

-- Which posts a member has opened, and up to which comment.
create table community_reads (
    user_id    text not null,
    post_id    bigint not null,
    comment_id bigint not null,
    -- The member first: the rows of a list lie together.
    primary key (user_id, post_id)
);
create index community_reads_post on community_reads (post_id);

-- The newest post that was there when a member last looked at the feed.
create table community_visits (
    user_id text primary key,
    post_id bigint not null
);

-- What a member shows of themselves.
create table community_profiles (
    user_id    text primary key,
    -- JSON: a field of the profile to `nobody`, `class` or `everyone`.
    fields     text not null,
    show_level bigint not null
);

-- The questions of polls and surveys.
create table community_polls (
    post_id      bigint primary key,
    -- JSON.
    questions    text not null,
    closes_at    bigint,
    -- When its author ended it.
    closed_at    bigint,
    secret       bigint not null,
    -- `vote` or `close`.
    results_from text not null,
    voter_count  bigint not null,
    -- JSON: how many chose what, question by question.
    tally        text not null
);

-- Who has voted; their answers only where the vote is not secret.
create table community_voters (
    post_id bigint not null,
    user_id text not null,
    answers text,
    primary key (post_id, user_id)
);
create index community_voters_user on community_voters (user_id);

-- What people wrote in secret surveys. The id is random, so that no order tells who wrote what.
create table community_ballots (
    id      bigint primary key,
    post_id bigint not null,
    answers text not null
);
create index community_ballots_post on community_ballots (post_id);

-- Who of the staff asked who wrote something anonymous, and why. A row stays when the post goes: the notice to its author
-- tells of it.
create table community_reveals (
    id         bigint primary key,
    post_id    bigint not null,
    -- Null for the post itself.
    comment_id bigint,
    author_id  text not null,
    -- Empty when the account was erased.
    asked_by   text not null,
    reason     text not null,
    created_at bigint not null
);
create index community_reveals_author on community_reveals (author_id);
