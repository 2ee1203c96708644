"""The page of all lessons: the route and the library."""

from frame import Page, maker


@maker("learn")
def learn(site):
    """Makes /learn/."""
    yield Page(path="learn/", title="Lessons", description="All lessons of gridscope.", main="<h1>Lessons</h1>", section="Learn")
